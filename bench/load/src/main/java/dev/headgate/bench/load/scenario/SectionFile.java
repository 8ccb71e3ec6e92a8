package dev.headgate.bench.load.scenario;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of {@code key = value} lines in sections. A section begins with {@code [kind name]}; one
 * of the kind {@code file} is raw text up to a line {@code [end]}. Lines that begin with {@code #}
 * are comments.
 */
public final class SectionFile {

  private static final String RAW = "file";

  private final List<Section> sections = new ArrayList<>();

  private SectionFile() {}

  public static SectionFile read(Path path) {
    try {
      return parse(String.valueOf(path.getFileName()), Files.readAllLines(path));
    } catch (IOException e) {
      throw new BenchException("cannot read " + path + ": " + e.getMessage());
    }
  }

  static SectionFile parse(String name, List<String> lines) {
    SectionFile file = new SectionFile();
    Section section = file.begin(new Section(name, 1, "", ""));
    boolean raw = false;
    int number = 0;
    for (String line : lines) {
      number++;
      String solid = line.strip();
      if (raw) {
        raw = !solid.equals("[end]");
        if (raw) {
          section.addText(line);
        }
      } else if (solid.startsWith("[") && solid.endsWith("]")) {
        String[] words = solid.substring(1, solid.length() - 1).strip().split("\\s+", 2);
        section = file.begin(new Section(name, number, words[0], words.length > 1 ? words[1] : ""));
        raw = words[0].equals(RAW);
      } else if (!solid.isEmpty() && !solid.startsWith("#")) {
        int equals = solid.indexOf('=');
        if (equals <= 0) {
          throw new BenchException(name + ":" + number + ": neither key = value nor [section]");
        }
        section.put(
            solid.substring(0, equals).strip(), solid.substring(equals + 1).strip(), number);
      }
    }
    if (raw) {
      throw new BenchException(name + ": the text of " + section.name() + " has no [end]");
    }
    return file;
  }

  private Section begin(Section section) {
    sections.add(section);
    return section;
  }

  /** What stands before the first section. */
  public Section top() {
    return sections.getFirst();
  }

  public List<Section> all(String kind) {
    return sections.stream().filter(section -> section.kind().equals(kind)).toList();
  }

  /** Refuses keys that nobody has asked for, and sections of other kinds. */
  public void refuseUnknown(List<String> kinds) {
    for (Section section : sections) {
      if (!section.kind().isEmpty() && !kinds.contains(section.kind())) {
        throw section.wrong("section", section.kind(), "one of " + String.join(", ", kinds));
      }
      section.refuseUnknown();
    }
  }
}

package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Entry;
import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.Node.Sequence;
import dev.headgate.spi.SettingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * Reads a configuration file and those that it includes. Lists of an included file are appended,
 * sections are merged key by key, and where both have a value the included file's counts, as with
 * LiteLLM, but not silently.
 */
public final class ConfigFiles {
  private static final int MAX_FILES = 64;
  private static final String INCLUDE = "include";

  private final Problems problems;
  private final SequencedSet<Path> files = new LinkedHashSet<>();

  private ConfigFiles(Problems problems) {
    this.problems = problems;
  }

  /**
   * What was read.
   *
   * @param top the merged top-level section
   * @param files the files it came from, the main one first
   */
  public record Content(Mapping top, List<Path> files) {}

  /**
   * Reads a file with its includes.
   *
   * @param file the main file
   * @param problems takes warnings
   * @throws SettingException if a file cannot be read or is broken
   */
  public static Content read(Path file, Problems problems) {
    ConfigFiles reader = new ConfigFiles(problems);
    Mapping top = reader.readOne(file, file.toString());
    return new Content(top, List.copyOf(reader.files));
  }

  private Mapping readOne(Path file, String named) {
    if (!files.add(file.normalize())) {
      throw new SettingException(
          named + ": include: found a file that is included already, expected each file once");
    }
    if (files.size() > MAX_FILES) {
      throw new SettingException(
          named + ": include: found more than " + MAX_FILES + " files, expected fewer");
    }
    Mapping own = YamlReader.read(file, text(file, named));
    Entry include = own.entries().remove(INCLUDE);
    Mapping merged = own;
    if (include != null) {
      for (Scalar target : targets(include.value())) {
        Path path = target.origin().folder().resolve(target.text());
        merged = merge("", merged, readOne(path, target.origin() + ": include: " + path));
      }
    }
    return merged;
  }

  private static List<Scalar> targets(Node include) {
    List<Node> items = include instanceof Sequence list ? list.items() : List.of(include);
    List<Scalar> targets = new ArrayList<>();
    for (Node item : items) {
      if (!(item instanceof Scalar file) || file.text().isBlank()) {
        throw new SettingException(
            item.origin() + ": include: found " + item.shape() + ", expected a list of files");
      }
      targets.add(file);
    }
    return targets;
  }

  private static String text(Path file, String named) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (NoSuchFileException e) {
      throw new SettingException(named + ": found no such file, expected a configuration file");
    } catch (CharacterCodingException e) {
      throw new SettingException(named + ": found bytes that are not UTF-8, expected UTF-8");
    } catch (IOException e) {
      throw new SettingException(
          named + ": found a file that cannot be read (" + e + "), expected a readable one");
    }
  }

  private Mapping merge(String path, Mapping base, Mapping included) {
    SequencedMap<String, Entry> entries = new LinkedHashMap<>(base.entries());
    included
        .entries()
        .forEach((key, entry) -> {
          Entry before = entries.get(key);
          entries.put(key, before == null ? entry : both(path + key, before, entry));
        });
    return new Mapping(base.origin(), entries);
  }

  private Entry both(String path, Entry base, Entry included) {
    if (base.value() instanceof Mapping one && included.value() instanceof Mapping other) {
      return new Entry(base.key(), merge(path + ".", one, other));
    }
    if (base.value() instanceof Sequence one && included.value() instanceof Sequence other) {
      List<Node> items = new ArrayList<>(one.items());
      items.addAll(other.items());
      return new Entry(base.key(), new Sequence(one.origin(), items));
    }
    problems.warn(
        base.key(), path, "has no effect; the included " + included.key() + " sets it again");
    return included;
  }
}

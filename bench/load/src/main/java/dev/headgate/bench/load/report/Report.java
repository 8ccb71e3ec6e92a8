package dev.headgate.bench.load.report;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes report.md and report.html, with drawings, from the files of a run and nothing else. */
public final class Report {

  private final Path folder;
  private final Summary summary;
  private final Map<String, String> plots;

  private Report(Path folder) {
    this.folder = folder;
    summary = Summary.read(folder);
    plots = Plots.of(folder, summary);
  }

  /** Writes both into the folder, over older ones. */
  public static void write(Path folder) {
    if (!Files.exists(folder.resolve("facts.csv"))) {
      throw new BenchException(folder + " holds no results: there is no facts.csv");
    }
    Report report = new Report(folder);
    try {
      for (Map.Entry<String, String> plot : report.plots.entrySet()) {
        Files.writeString(folder.resolve(plot.getKey()), plot.getValue());
      }
      Files.writeString(folder.resolve("report.md"), report.markdown());
      Files.writeString(folder.resolve("report.html"), report.html());
    } catch (IOException e) {
      throw new BenchException("cannot write the report to " + folder + ": " + e.getMessage());
    }
  }

  /** A table: a line of names, then lines of cells. */
  private record Table(String title, List<List<String>> lines) {}

  private List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    summary.lanes().forEach(lane -> tables.add(lane(lane)));
    List<List<String>> process = new ArrayList<>();
    process.add(List.of("", "idle, MB", "peak, MB", "start to the first right answer, s"));
    for (String target : summary.targets()) {
      if (summary.start(target).isPresent()) {
        process.add(
            List.of(
                target,
                cell(summary.idleMb(target)),
                cell(summary.peakMb(target)),
                cell(summary.start(target))));
      }
    }
    if (process.size() > 1) {
      tables.add(new Table("Memory and start", process));
    }
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("", ""));
    summary.facts().stream()
        .filter(row -> !List.of("title", "about").contains(row.text("fact")))
        .forEach(row -> facts.add(List.of(row.text("fact"), row.text("value"))));
    tables.add(new Table("Where it was measured", facts));
    return tables;
  }

  private Table lane(String lane) {
    List<String> targets =
        summary.targets().stream()
            .filter(target -> summary.of(lane, target, Metric.RATE).isPresent())
            .toList();
    List<List<String>> lines = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of(""));
    names.addAll(targets);
    lines.add(names);
    for (Metric metric : Metric.ALL) {
      List<Optional<Spread>> values =
          targets.stream().map(target -> summary.of(lane, target, metric)).toList();
      if (values.stream().flatMap(Optional::stream).anyMatch(value -> value.high() != 0)) {
        List<String> line = new ArrayList<>(List.of(metric.label()));
        values.forEach(value -> line.add(cell(value)));
        lines.add(line);
      }
    }
    return new Table(lane, lines);
  }

  private static String cell(Optional<Spread> spread) {
    return spread.map(Spread::withRange).orElse("–");
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(SoakVerdict.of(folder));
    summary.errors().forEach(error -> notes.add("Errors: " + error));
    return notes;
  }

  private String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(summary.fact("title")).append("\n\n");
    text.append(summary.fact("about")).append("\n\n");
    text.append("Medians over the rounds, lowest and highest in brackets. Added: less what the")
        .append(" upstream alone shows in the same round.\n\n");
    notes().forEach(note -> text.append("* ").append(note).append('\n'));
    for (Table table : tables()) {
      text.append("\n## ").append(table.title()).append("\n\n");
      for (int i = 0; i < table.lines().size(); i++) {
        List<String> line = table.lines().get(i);
        text.append("| ").append(String.join(" | ", line)).append(" |\n");
        if (i == 0) {
          text.append("|---".repeat(line.size())).append("|\n");
        }
      }
    }
    text.append("\n## Plots\n");
    plots
        .keySet()
        .forEach(name -> text.append("\n![").append(name).append("](").append(name).append(")\n"));
    return text.toString();
  }

  private String html() {
    StringBuilder text = new StringBuilder();
    text.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(Svg.escaped(summary.fact("title")))
        .append("</title>\n<style>body{font:15px/1.5 sans-serif;max-width:1000px;margin:2em auto;")
        .append("color:#222}table{border-collapse:collapse;font-size:13px}td,th{padding:3px 10px;")
        .append("border-bottom:1px solid #ddd;text-align:right}td:first-child{text-align:left}")
        .append("svg{max-width:100%;height:auto}</style></head><body>\n<h1>")
        .append(Svg.escaped(summary.fact("title")))
        .append("</h1>\n<p>")
        .append(Svg.escaped(summary.fact("about")))
        .append(
            "</p>\n<p>Medians over the rounds, lowest and highest in brackets. Added: less what")
        .append(" the upstream alone shows in the same round.</p>\n<ul>\n");
    notes().forEach(note -> text.append("<li>").append(Svg.escaped(note)).append("</li>\n"));
    text.append("</ul>\n");
    plots.values().forEach(text::append);
    for (Table table : tables()) {
      text.append("<h2>").append(Svg.escaped(table.title())).append("</h2>\n<table>\n");
      for (int i = 0; i < table.lines().size(); i++) {
        String cell = i == 0 ? "th" : "td";
        text.append("<tr>");
        for (String value : table.lines().get(i)) {
          text.append('<').append(cell).append('>').append(Svg.escaped(value));
          text.append("</").append(cell).append('>');
        }
        text.append("</tr>\n");
      }
      text.append("</table>\n");
    }
    return text.append("</body></html>\n").toString();
  }
}

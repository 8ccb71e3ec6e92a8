package dev.headgate.bench.upstream;

/**
 * One header line, name and value as they were sent (the value without the white space around it).
 */
public record Header(String name, String value) {

  /** Whether the name is this one, in whatever case. */
  public boolean is(String otherName) {
    return name.equalsIgnoreCase(otherName);
  }
}

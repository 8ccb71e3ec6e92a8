package dev.headgate.plugins.spend;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The journals of this process by their folders. A reload starts the plugin anew before the old one
 * has ended; both write to one journal, which closes with the last of them.
 */
final class Ledgers {
  private static final Map<Path, Shared> OPEN = new HashMap<>();

  /** A journal and how many plugins use it. */
  private static final class Shared {
    private final Journal journal;
    private int users = 1;

    Shared(Journal journal) {
      this.journal = journal;
    }
  }

  private Ledgers() {}

  static synchronized Journal take(Path folder, long mostBytes) {
    Shared known = OPEN.get(folder);
    if (known != null) {
      known.users++;
      return known.journal;
    }
    Journal journal = Journal.open(folder, mostBytes);
    OPEN.put(folder, new Shared(journal));
    return journal;
  }

  /** Gives a journal back; true when that closed it. */
  static synchronized boolean give(Path folder) {
    Shared known = OPEN.get(folder);
    if (known == null || --known.users > 0) {
      return false;
    }
    OPEN.remove(folder);
    known.journal.close();
    return true;
  }
}

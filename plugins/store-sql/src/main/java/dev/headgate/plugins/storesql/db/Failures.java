package dev.headgate.plugins.storesql.db;

import dev.headgate.spi.state.StoreException;
import java.sql.SQLException;

/** Says what went wrong in one line. */
public final class Failures {
  private Failures() {}

  /** An SQL failure on its way through a function of somebody else. */
  public static final class SqlFailure extends StoreException {
    private static final long serialVersionUID = 1L;
    private final SQLException failure;

    /** Wraps it. */
    public SqlFailure(SQLException failure) {
      super(sentence(failure), failure);
      this.failure = failure;
    }

    SQLException failure() {
      return failure;
    }
  }

  /** The first line of a message; a server's details may hold values of records. */
  public static String sentence(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() instanceof SQLException
        || root.getCause() instanceof java.io.IOException) {
      root = root.getCause();
    }
    String message = root.getMessage();
    if (message == null || message.isBlank()) {
      return root.getClass().getSimpleName();
    }
    return message.lines().findFirst().orElse("").strip();
  }
}

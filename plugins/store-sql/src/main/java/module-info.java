import org.jspecify.annotations.NullMarked;

/** Keeps records in SQLite or PostgreSQL. */
@NullMarked
module dev.headgate.plugins.storesql {
  requires com.zaxxer.hikari;
  requires dev.headgate.spi;
  requires java.logging;
  requires java.sql;
  requires org.postgresql.jdbc;
  requires org.xerial.sqlitejdbc;
  // The annotations of the driver, for the compiler.
  requires static org.checkerframework.checker.qual;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.storesql.StoreSqlPlugin;
}

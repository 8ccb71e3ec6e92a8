package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.plugins.storesql.db.Database.Work;
import java.time.Duration;

/** Runs operations of a collection: each as a step of its own, or inside one that is under way. */
interface Steps {
  <R> R run(String operation, Step step, Duration deadline, Work<R> work);
}

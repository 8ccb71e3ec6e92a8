package dev.headgate.spi.state;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps records. There is one: the last loaded. Never called on the path of a request, but for one
 * bounded look-up of something not seen before. Used by many threads at once; methods block and
 * throw {@link StoreException}, soon when the store is known to be lost, and by themselves work
 * again when it is back.
 *
 * <p>After a {@link StoreException} from a write it is unknown whether it was done. What is keyed
 * by the caller ({@code put} by version, {@code append} by key) can be done again.
 */
@Preview
public interface RecordStore extends Extension {

  /**
   * Declares a collection and opens it; makes or extends it when needed. Called at start. While the
   * store is lost, and the operator allows that, it returns all the same; the collection is made as
   * soon as the store is back, and its calls fail until then.
   *
   * @param schema key, columns, documents
   */
  RecordCollection open(CollectionSchema schema);

  /**
   * Runs several operations as one step, as if nothing else ran at the same time: when something
   * that it read has changed before its end, it runs again. The function must only touch the
   * transaction, and may run more than once. An exception of the function undoes everything.
   *
   * @param work what to do
   * @return what the function returned
   */
  <R> R transact(Function<Transaction, R> work);

  /**
   * Runs several appends and additions as one step, for journals that many instances write to the
   * same sums. Unlike {@link #transact} it does not run again because of others: it waits for those
   * that write the same records, so take collections in the same order everywhere. What is only
   * read is not guarded. The function may run more than once all the same.
   *
   * @param work what to do
   * @return what the function returned
   */
  <R> R batch(Function<Transaction, R> work);

  /**
   * Watches an announced collection, from now on, over all instances. A change is told within a
   * second of its commit, at least once; changes of one record in their order.
   *
   * @param collection an announced collection, not one of a transaction
   * @param listener is told, on a background thread, one change at a time
   * @return ends it when closed
   */
  AutoCloseable watch(RecordCollection collection, Consumer<RecordChange> listener);

  /**
   * What this store has changed of itself since it started, so that the opened collections can be
   * kept; or what it would change, when it was started to tell just that. Asked once, by {@code
   * headgate migrate}, after all plugins have started.
   */
  default List<Migration> migrations() {
    return List.of();
  }

  /**
   * Asks the store for an answer. Called by {@code headgate doctor}, which opens no collection.
   *
   * @return what it is and where, in a few words without a secret
   * @throws StoreException if there is no answer
   */
  default String check() {
    return name();
  }

  /** One step over several collections. */
  interface Transaction {

    /** The collection inside this step. */
    RecordCollection in(RecordCollection collection);
  }
}

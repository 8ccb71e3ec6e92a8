package dev.headgate.spi.state;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.function.Function;

/**
 * Keeps records. There is one: the last loaded. Never called on the path of a request, but for one
 * bounded look-up of something not seen before. Used by many threads at once; methods block and
 * throw {@link StoreException}.
 */
@Preview
public interface RecordStore extends Extension {

  /**
   * Declares a collection and opens it; makes or extends it when needed. Called at start.
   *
   * @param schema key, columns, documents
   */
  RecordCollection open(CollectionSchema schema);

  /**
   * Runs several operations as one step. The function may run again after a conflict, so it must
   * only touch the transaction.
   *
   * @param work what to do
   * @return what the function returned
   */
  <R> R transact(Function<Transaction, R> work);

  /** One step over several collections. */
  interface Transaction {

    /** The collection inside this step. */
    RecordCollection in(RecordCollection collection);
  }
}

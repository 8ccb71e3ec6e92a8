package dev.headgate.bench.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** The two body encodings that the JDK can make. */
final class Compression {

  private Compression() {}

  static byte[] gzip(byte[] content) {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(target)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target.toByteArray();
  }

  static byte[] deflate(byte[] content) {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(target)) {
      deflate.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target.toByteArray();
  }
}

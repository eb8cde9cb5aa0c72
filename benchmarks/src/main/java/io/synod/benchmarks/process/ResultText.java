package io.synod.benchmarks.process;

import io.synod.benchmarks.load.LoadResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A result in one line, with the whole histogram in its own compressed form. */
final class ResultText {
  private ResultText() {}

  static String of(LoadResult result) {
    Histogram latencies = result.latencies();
    ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int bytes = latencies.encodeIntoCompressedByteBuffer(buffer);
    String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), bytes));
    return "%d %d %d %d %s"
        .formatted(result.nanos(), result.answered(), result.failed(), result.unknown(), encoded);
  }

  static LoadResult parse(String text) {
    String[] fields = text.split(" ");
    return new LoadResult(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        latencies(fields[4]));
  }

  private static Histogram latencies(String encoded) {
    ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
    try {
      return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
    } catch (DataFormatException broken) {
      throw new IllegalArgumentException("not a histogram: " + broken.getMessage(), broken);
    }
  }
}

package io.synod.cli.storage;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Formats JSON objects. */
public final class Json {
  private static final JSON WITH_NULLS = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private Json() {}

  /** One object, without a line break. */
  public static String line(Map<String, Object> fields) {
    try {
      return WITH_NULLS.asString(fields);
    } catch (IOException neverInMemory) {
      throw new UncheckedIOException(neverInMemory);
    }
  }
}

package io.synod.replica.instrumentation;

import java.util.Collection;
import java.util.stream.Collectors;

/** A JSON object, field after field, without blanks. */
public final class JsonFields {
  private final StringBuilder fields = new StringBuilder();

  /**
   * Adds a field.
   *
   * @param value a text, a number, a truth value, another object, several of these, or null
   */
  public JsonFields put(String name, Object value) {
    fields.append(fields.isEmpty() ? "\"" : ",\"").append(name).append("\":").append(text(value));
    return this;
  }

  private static String text(Object value) {
    if (value instanceof String text) {
      return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
    return value instanceof Collection<?> values
        ? values.stream().map(JsonFields::text).collect(Collectors.joining(",", "[", "]"))
        : String.valueOf(value);
  }

  @Override
  public String toString() {
    return "{" + fields + "}";
  }
}

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
      return quoted(text);
    }
    return value instanceof Collection<?> values
        ? values.stream().map(JsonFields::text).collect(Collectors.joining(",", "[", "]"))
        : String.valueOf(value);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      if (one == '"' || one == '\\') {
        quoted.append('\\').append(one);
      } else if (one == '\n') {
        quoted.append("\\n");
      } else if (one < ' ') {
        quoted.append("\\u%04x".formatted((int) one));
      } else {
        quoted.append(one);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    return "{" + fields + "}";
  }
}

package io.synod.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON of a status, so that a client needs no library for it. An object becomes a map, an
 * array a list, a number a {@code Double} or {@code Long}.
 */
final class JsonText {
  private static final int DEPTH_MAX = 64;

  private final String text;
  private int at;
  private int depth;

  private JsonText(String text) {
    this.text = text;
  }

  /**
   * @throws IOException if {@code text} is no JSON object
   */
  static Map<String, Object> object(String text) throws IOException {
    JsonText reader = new JsonText(text);
    Object value = reader.value();
    reader.skipSpace();
    if (!(value instanceof Map<?, ?>) || reader.at < text.length()) {
      throw reader.malformed();
    }
    @SuppressWarnings("unchecked")
    Map<String, Object> object = (Map<String, Object>) value;
    return object;
  }

  private Object value() throws IOException {
    skipSpace();
    switch (peek()) {
      case '{':
        return nested(this::members);
      case '[':
        return nested(this::elements);
      case '"':
        return string();
      case 't':
        return literal("true", Boolean.TRUE);
      case 'f':
        return literal("false", Boolean.FALSE);
      case 'n':
        return literal("null", null);
      default:
        return number();
    }
  }

  /** An object or an array. */
  private interface Nested {
    Object read() throws IOException;
  }

  private Object nested(Nested body) throws IOException {
    if (++depth > DEPTH_MAX) {
      throw malformed();
    }
    at++;
    Object value = body.read();
    depth--;
    return value;
  }

  private Object members() throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (!ends('}', members.isEmpty())) {
      skipSpace();
      String name = string();
      skipSpace();
      expect(':');
      members.put(name, value());
    }
    return members;
  }

  private Object elements() throws IOException {
    List<Object> elements = new ArrayList<>();
    while (!ends(']', elements.isEmpty())) {
      elements.add(value());
    }
    return elements;
  }

  /** Passes over the end, or over the comma before what comes next. */
  private boolean ends(char end, boolean isFirst) throws IOException {
    skipSpace();
    if (peek() == end) {
      at++;
      return true;
    }
    if (!isFirst) {
      expect(',');
    }
    return false;
  }

  private String string() throws IOException {
    expect('"');
    StringBuilder read = new StringBuilder();
    while (peek() != '"') {
      char next = text.charAt(at++);
      read.append(next == '\\' ? escaped() : next);
    }
    at++;
    return read.toString();
  }

  private char escaped() throws IOException {
    char code = peek();
    at++;
    return switch (code) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> code;
    };
  }

  private char unicode() throws IOException {
    if (text.length() - at < 4) {
      throw malformed();
    }
    at += 4;
    try {
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    } catch (NumberFormatException noDigits) {
      throw malformed();
    }
  }

  private Object literal(String word, Object value) throws IOException {
    if (!text.startsWith(word, at)) {
      throw malformed();
    }
    at += word.length();
    return value;
  }

  private Object number() throws IOException {
    int begin = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(begin, at);
    try {
      if (digits.matches("-?[0-9]{1,18}")) {
        return Long.valueOf(digits);
      }
      return Double.valueOf(digits);
    } catch (NumberFormatException noNumber) {
      throw malformed();
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() throws IOException {
    if (at >= text.length()) {
      throw malformed();
    }
    return text.charAt(at);
  }

  private void expect(char wanted) throws IOException {
    if (peek() != wanted) {
      throw malformed();
    }
    at++;
  }

  private IOException malformed() {
    return new IOException("the status is no JSON object: error at character " + at);
  }
}

package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One command as the client sent it: its name and its arguments. There is always a name. */
record Words(List<byte[]> list) {

  int count() {
    return list.size();
  }

  byte[] bytes(int index) {
    return list.get(index);
  }

  String text(int index) {
    return new String(list.get(index), UTF_8);
  }

  /** Names and options ignore case. */
  String upper(int index) {
    return text(index).toUpperCase(Locale.ROOT);
  }

  /** The names or options from that index on. */
  Stream<String> upperFrom(int first) {
    return IntStream.range(first, count()).mapToObj(this::upper);
  }

  /** The words from that index on. */
  List<byte[]> from(int index) {
    return list.subList(index, list.size());
  }
}

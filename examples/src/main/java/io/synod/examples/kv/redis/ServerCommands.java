package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Resp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** INFO, TIME, ROLE, CONFIG and DEBUG. */
final class ServerCommands {
  private static final Map<String, String> FILE_SETTINGS = Map.of("SAVE", "", "APPENDONLY", "no");
  private static final Set<String> ALL_SECTIONS = Set.of("DEFAULT", "ALL", "EVERYTHING");

  private ServerCommands() {}

  static Resp info(ClientState client, Words words) {
    List<String> wanted = words.upperFrom(1).toList();
    boolean all = wanted.isEmpty() || wanted.stream().anyMatch(ALL_SECTIONS::contains);
    List<String> sections = new ArrayList<>();
    for (String section : client.server().info().split("(?m)^(?=# )")) {
      String name = section.substring(2).lines().findFirst().orElseThrow();
      if (all || wanted.contains(name.toUpperCase(Locale.ROOT))) {
        sections.add(section);
      }
    }
    return client.answer().bulk(String.join("", sections));
  }

  /** This machine's time, unlike that of expiry, which is the leader's. */
  static Resp time(ClientState client, Words words) {
    Instant now = Instant.now();
    String seconds = Long.toString(now.getEpochSecond());
    return client.answer().array(2).bulk(seconds).bulk(Integer.toString(now.getNano() / 1000));
  }

  /** Every replica takes writes, so for a Redis client each is a master without replicas. */
  static Resp role(ClientState client, Words words) {
    return client.answer().array(3).bulk("master").integer(0).array(0);
  }

  /** Only the Redis settings that benchmarks request: this endpoint writes no files. */
  static Resp config(ClientState client, Words words) throws CommandFailure {
    if (!words.upper(1).equals("GET")) {
      throw Errors.unknownSubcommand(words);
    }
    if (words.count() < 3) {
      throw Errors.wrongArity("config|get");
    }
    List<String> found = words.upperFrom(2).filter(FILE_SETTINGS::containsKey).toList();
    Resp answer = client.answer().map(found.size());
    found.forEach(name -> answer.bulk(name.toLowerCase(Locale.ROOT)).bulk(FILE_SETTINGS.get(name)));
    return answer;
  }

  static List<byte[]> debugArguments(ClientState client, Words words) throws CommandFailure {
    if (!words.upper(1).equals("DIGEST") || words.count() > 2) {
      throw Errors.unknownSubcommand(words);
    }
    return List.of();
  }
}

package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.synod.examples.kv.command.Resp;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * EVAL, EVALSHA and SCRIPT for the one script that is known: the one that releases a lock, which
 * deletes a key if it still has its owner's value. Clients write it in several ways. Any thread.
 */
final class Scripts {
  /** Without spaces, semicolons and capitals. */
  private static final Set<String> DELETE_IF_EQUAL =
      Set.of(
          "ifredis.call('get',keys[1])==argv[1]thenreturnredis.call('del',keys[1])elsereturn0end",
          "localtoken=redis.call('get',keys[1])ifnottokenortoken~=argv[1]thenreturn0end"
              + "redis.call('del',keys[1])return1");

  private static final String REFUSAL =
      "ERR scripts are not executed, but for the one that deletes a key if it has a given value: "
          + "send commands that belong together between MULTI and EXEC";
  private static final int SCRIPT_BYTES_MAX = 1 << 10;
  private static final int KNOWN_MAX = 1 << 10;

  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /** The key and the value of {@code EVAL script 1 key value}, or of EVALSHA. */
  static List<byte[]> evalArguments(ClientState client, Words words) throws CommandFailure {
    Scripts scripts = client.server().scripts();
    if (words.upper(0).equals("EVAL")) {
      scripts.load(words.bytes(1));
    } else if (!scripts.known.contains(words.text(1).toLowerCase(Locale.ROOT))) {
      throw new CommandFailure("NOSCRIPT No matching script. Please use EVAL.");
    }
    if (!words.text(2).equals("1") || words.count() != 5) {
      throw new CommandFailure("ERR this script has one key and one argument");
    }
    return words.from(3);
  }

  /** SCRIPT LOAD, EXISTS and FLUSH. */
  static Resp script(ClientState client, Words words) throws CommandFailure {
    Scripts scripts = client.server().scripts();
    String subcommand = words.upper(1);
    if (subcommand.equals("LOAD") && words.count() == 3) {
      return client.answer().bulk(scripts.load(words.bytes(2)));
    }
    if (subcommand.equals("EXISTS") && words.count() > 2) {
      Resp answer = client.answer().array(words.count() - 2);
      for (int i = 2; i < words.count(); i++) {
        answer.flag(scripts.known.contains(words.text(i).toLowerCase(Locale.ROOT)));
      }
      return answer;
    }
    if (subcommand.equals("FLUSH") && words.count() <= 3) {
      scripts.known.clear();
      return client.answer().ok();
    }
    throw Errors.unknownSubcommand(words);
  }

  /** Remembers a script that is known; returns its hash. */
  private String load(byte[] script) throws CommandFailure {
    String hash = sha1(script);
    if (!known.contains(hash)) {
      String text = script.length > SCRIPT_BYTES_MAX ? "" : new String(script, ISO_8859_1);
      String plain = text.replaceAll("[\\s;]", "").replace('"', '\'').toLowerCase(Locale.ROOT);
      if (!DELETE_IF_EQUAL.contains(plain)) {
        throw new CommandFailure(REFUSAL);
      }
      if (known.size() >= KNOWN_MAX) {
        // As after SCRIPT FLUSH: clients load their script again.
        known.clear();
      }
      known.add(hash);
    }
    return hash;
  }

  private static String sha1(byte[] script) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(script));
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new AssertionError(everyJvmHasIt);
    }
  }
}

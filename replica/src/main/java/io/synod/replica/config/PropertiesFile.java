package io.synod.replica.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads lines of {@code key = value}. Empty lines and lines that begin with {@code #} or {@code !}
 * are skipped; there are no escapes and no continued lines, so that every value has one line.
 */
final class PropertiesFile {
  // All settings with their explanations are a fiftieth of it.
  private static final int BYTES_MAX = 1 << 20;
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private PropertiesFile() {}

  /**
   * Puts what the file says, and what is wrong with it, into {@code draft}.
   *
   * @throws ConfigException if the file cannot be read at all
   */
  static void read(Path file, ConfigDraft draft) {
    List<String> lines = lines(file);
    Map<String, Integer> lineOfKey = new HashMap<>();
    for (int index = 0; index < lines.size(); index++) {
      String line = lines.get(index);
      if (index == 0 && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK) {
        line = line.substring(1);
      }
      line = line.strip();
      if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '!') {
        readLine(line, file + ":" + (index + 1), index + 1, lineOfKey, draft);
      }
    }
  }

  private static void readLine(
      String line, String origin, int number, Map<String, Integer> lineOfKey, ConfigDraft draft) {
    int equals = line.indexOf('=');
    String key = equals < 0 ? "" : line.substring(0, equals).strip();
    if (key.isEmpty()) {
      draft.problem(origin, "", "'" + Text.shortened(line) + "' is not key = value");
      return;
    }
    Integer earlier = lineOfKey.putIfAbsent(key, number);
    if (earlier != null) {
      draft.problem(origin, Text.shortened(key), "is already set in line " + earlier);
      return;
    }
    draft.put(key, line.substring(equals + 1).strip(), origin);
  }

  private static List<String> lines(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw unreadable(file, "is longer than %d bytes".formatted(BYTES_MAX));
      }
      ByteBuffer text = ByteBuffer.wrap(bytes);
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString().lines().toList();
    } catch (NoSuchFileException missing) {
      throw unreadable(file, "there is no such file");
    } catch (AccessDeniedException denied) {
      throw unreadable(file, "may not be read");
    } catch (CharacterCodingException notText) {
      throw unreadable(file, "is not text in UTF-8");
    } catch (IOException broken) {
      String what =
          Files.isDirectory(file) ? "is a directory" : "cannot be read: " + reason(broken);
      throw unreadable(file, what);
    }
  }

  // That of the system alone, without the path, which the problem names.
  private static String reason(IOException broken) {
    return broken instanceof FileSystemException refused && refused.getReason() != null
        ? refused.getReason()
        : broken.getMessage();
  }

  private static ConfigException unreadable(Path file, String reason) {
    return new ConfigException(new ConfigProblem(file.toString(), "", reason));
  }
}

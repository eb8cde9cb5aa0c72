package io.synod.examples.kv.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The executed state of one replica, from its Redis endpoint's INFO.
 *
 * @param slot of the last request
 * @param digest of the state after it
 */
public record LocalState(long slot, String digest) {
  private static final Pattern SLOT = Pattern.compile("synod_slot:(-?\\d+)");
  private static final Pattern DIGEST = Pattern.compile("synod_digest:(\\p{XDigit}{16})");
  private static final int TIMEOUT_MILLIS = 2000;

  /**
   * Asks a replica.
   *
   * @throws IOException if it does not answer
   */
  public static LocalState ask(int redisPort) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", redisPort), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write("INFO synod\r\nQUIT\r\n".getBytes(US_ASCII));
      String info = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return new LocalState(Long.parseLong(find(SLOT, info)), find(DIGEST, info));
    }
  }

  private static String find(Pattern pattern, String info) throws IOException {
    Matcher matcher = pattern.matcher(info);
    if (!matcher.find()) {
      throw new IOException("INFO does not contain " + pattern);
    }
    return matcher.group(1);
  }
}

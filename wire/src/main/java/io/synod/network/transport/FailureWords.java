package io.synod.network.transport;

import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Why a connection or a port failed, in the words of the operating system. */
public final class FailureWords {
  // Netty's native transports name the call and the number: "recvAddress(..) failed with
  // error(-104): Connection reset by peer".
  private static final Pattern CALL =
      Pattern.compile("^[^:]*\\(\\.\\.\\) failed(?: with error\\(-?[0-9]+\\))?: ");

  // Its failed dials end with the address, which each message has already.
  private static final Pattern ADDRESS = Pattern.compile(": \\S*/\\S+:[0-9]+$");

  private FailureWords() {}

  /** For example "connection refused". */
  public static String of(Throwable failure) {
    if (failure instanceof UnknownHostException || failure instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (failure.getMessage() == null) {
      return failure.toString();
    }
    String text = ADDRESS.matcher(failure.getMessage()).replaceFirst("");
    String words = CALL.matcher(text).replaceFirst("");
    boolean isWord = words.length() > 1 && Character.isLowerCase(words.charAt(1));
    return isWord ? words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1) : words;
  }

  /** Why a process cannot listen on a port, and what helps if another process does. */
  public static String ofListening(Throwable failure) {
    String words = of(failure);
    return words.endsWith("in use")
        ? words + "; end the process that listens there, or name another port"
        : words;
  }
}

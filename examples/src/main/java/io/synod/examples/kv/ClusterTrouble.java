package io.synod.examples.kv;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The error texts for a Redis client when the cluster has not answered: meaning and next step. */
final class ClusterTrouble {
  static final String UNKNOWN =
      "ERR outcome unknown: the command was sent to the cluster, and the connection ended or the"
          + " answer is late; it may or may not have been executed. Read the key before you send the"
          + " command again";

  // The operating system's text about the last connection follows, for the log.
  private static final Pattern LATE = Pattern.compile("(?:not sent|no answer) within (\\S+?):? .*");

  private ClusterTrouble() {}

  /**
   * @param reason from the cluster's client
   */
  static String notExecuted(String reason) {
    Matcher late = LATE.matcher(reason + ' ');
    if (late.matches()) {
      return "ERR not executed: within %s no replica that leads the cluster could be reached. "
              .formatted(late.group(1))
          + "Less than a majority of the replicas may be running, or they are electing a leader:"
          + " see 'synod status', and send the command again";
    }
    return "ERR not executed: " + reason;
  }
}

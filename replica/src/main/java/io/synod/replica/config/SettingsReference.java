package io.synod.replica.config;

/** Every key with default, range and meaning, as a properties file. */
public final class SettingsReference {
  private static final int WIDTH_MAX = 96;
  private static final String HEAD =
      """
      # Every setting of Synod with its default, its range and what it does. This file is what
      # `synod config` prints, and a test holds it equal to the code: change the code, then it.
      # Amounts have units: B KiB MiB GiB, kbit Mbit Gbit, ns us ms s min h,
      # ppm %. Unknown keys are refused.

      # Where each replica listens: host:peer-port:client-port, an IPv6 address in brackets. Replicas
      # have numbers from 0 to 31, at most 25 of them. Replicas that form a cluster have the same list;
      # one that joins it (cluster.begin) lists the members and itself.
      # required
      replica.0 = 127.0.0.1:7100:7200
      replica.1 = 127.0.0.1:7101:7201
      replica.2 = 127.0.0.1:7102:7202

      # Where replica N is, for relay.groups = region: 1 to 64 of A-Z a-z 0-9 . _ -
      # replica.0.region = eu

      # Whether replica N should lead rather than others: 0 to 255. A leader has the replica of the
      # highest priority that may lead do so: see leader.settle. The others have 0.
      # replica.0.priority = 1
      """;
  private static final String CLUSTER_NAME_EXAMPLE = "reference";

  private SettingsReference() {}

  /** The text of {@code config/reference.properties}. */
  public static String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Setting setting : Setting.values()) {
      text.append('\n');
      comment(text, setting.sentence());
      if (setting.isRequired()) {
        comment(text, "required; " + setting.range());
      } else {
        comment(text, "default " + setting.defaultText() + "; " + setting.range());
      }
      text.append(setting.key()).append(" = ");
      text.append(setting.isRequired() ? CLUSTER_NAME_EXAMPLE : setting.defaultText());
      text.append('\n');
    }
    return text.toString();
  }

  private static void comment(StringBuilder text, String sentence) {
    int column = 0;
    for (String word : sentence.split(" ")) {
      if (column == 0 || column + 1 + word.length() > WIDTH_MAX) {
        text.append(column == 0 ? "#" : "\n#");
        column = 1;
      }
      text.append(' ').append(word);
      column += 1 + word.length();
    }
    text.append('\n');
  }
}

package io.synod.fitting.profile;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The keys of a profile, the costs first, in the order of {@code CostFit.coefficients}. */
enum ProfileKey {
  CLIENT_SLOPE("cost.client.millis-per-kib", "a_cli: CPU for each KiB of a request and its answer"),
  CLIENT_CONSTANT("cost.client.millis", "b_cli: CPU for each request and its answer"),
  REPLICA_SLOPE("cost.replica.millis-per-kib", "a_rep: CPU for each KiB of Accept and Accepted"),
  REPLICA_CONSTANT("cost.replica.millis", "b_rep: CPU for each Accept and its Accepted"),
  EXECUTION("cost.execution.millis", "phi_exec: CPU for executing a request"),
  PASSING("sharing.passing", "milliseconds that pass for each of the leader's CPU time"),
  OTHERS_REQUEST("sharing.millis-per-request", "what others on its processors take of a request"),
  OTHERS_KIB("sharing.millis-per-kib", "what they and the disk take of each KiB of a batch"),
  WAIT("sharing.wait-millis", "for disk and wake-ups, which instances under way share"),
  REPLICAS("replicas", "replicas of the cluster that was measured"),
  ANSWER_BYTES("answer-bytes", "payload of an answer, the median");

  private final String text;
  private final String meaning;

  ProfileKey(String text, String meaning) {
    this.text = text;
    this.meaning = meaning;
  }

  /** Whether a profile without it is that of the papers' model. */
  boolean isOptional() {
    return this == PASSING || this == OTHERS_REQUEST || this == OTHERS_KIB || this == WAIT;
  }

  String text() {
    return text;
  }

  String meaning() {
    return meaning;
  }

  static ProfileKey of(String text) {
    return Arrays.stream(values())
        .filter(key -> key.text.equals(text))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no such key; a profile has " + allTexts()));
  }

  private static String allTexts() {
    return Arrays.stream(values()).map(ProfileKey::text).collect(Collectors.joining(", "));
  }
}

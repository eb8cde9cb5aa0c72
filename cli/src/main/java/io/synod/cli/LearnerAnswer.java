package io.synod.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.cli.storage.Json;
import io.synod.client.ReplicaAddresses;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One learner's status.
 *
 * @param fields empty if there was no usable answer
 * @param problem why there is no usable answer; null if there is one
 */
record LearnerAnswer(String address, Map<String, Object> fields, String problem) {

  /** Blocks until the learner has answered or failed to. */
  static LearnerAnswer of(
      InetSocketAddress learner, String cluster, StatusSource source, Duration timeout) {
    String shown = ReplicaAddresses.text(learner);
    try {
      Map<String, Object> fields = JSON.std.mapFrom(source.fetch(learner, timeout));
      String stranger = stranger(fields, cluster);
      return stranger == null
          ? new LearnerAnswer(shown, fields, null)
          : new LearnerAnswer(shown, Map.of(), stranger);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return new LearnerAnswer(shown, Map.of(), "interrupted");
    } catch (Exception noAnswer) {
      // Any failure of a learner is a result that the command shows.
      return new LearnerAnswer(shown, Map.of(), StatusQuery.reason(noAnswer, shown));
    }
  }

  /** Whose status it is, if it is not that of a learner of the cluster; null if it is. */
  static String stranger(Map<String, Object> fields, String cluster) {
    return "learner".equals(fields.get("role"))
        ? StatusQuery.stranger(fields, cluster)
        : "this is no learner: check the address";
  }

  boolean isAnswered() {
    return problem == null;
  }

  String line() {
    if (!isAnswered()) {
      return "learner at %s: unreachable: %s".formatted(address, problem);
    }
    String source = String.valueOf(fields.get("source"));
    ReplicaAnswer service = service();
    return "learner at %s: %s, executed %s of %s, clients %s%s"
        .formatted(
            address,
            source.isEmpty() ? "follows no replica (its log says why)" : "follows " + source,
            fields.get("executed"),
            fields.get("decided"),
            fields.get("connections") instanceof Map<?, ?> counts ? counts.get("clients") : "?",
            service.isHalted() ? "; it " + service.halted() : "");
  }

  /** Whether it answers and executes. */
  boolean isHealthy() {
    return isAnswered() && !service().isHalted();
  }

  /** What its service does is reported as a replica's is. */
  private ReplicaAnswer service() {
    return new ReplicaAnswer(-1, address, null, fields, problem);
  }

  /** What it runs, in a line. */
  String build() {
    if (!isAnswered()) {
      return "learner at %s: unreachable: %s".formatted(address, problem);
    }
    if (!(fields.get("build") instanceof Map<?, ?> build)) {
      return "learner at %s: of an older version, which does not say which versions it knows"
          .formatted(address);
    }
    return "learner at %s: Synod %s, knows level %s and service version %s"
        .formatted(
            address,
            build.get("software"),
            UpgradeCommand.range(number("lowestLevel"), number("highestLevel")),
            UpgradeCommand.range(number("oldestService"), number("newestService")));
  }

  /** Why it would stop in a cluster that uses this, in words; null if it would not. */
  String whyNot(int level, int service) {
    if (!isAnswered()) {
      return build() + "; start it, or leave it out if it is gone for good";
    }
    boolean isKnown =
        level >= number("lowestLevel")
            && level <= number("highestLevel")
            && service >= number("oldestService")
            && service <= number("newestService");
    return isKnown
        ? null
        : "%s; the cluster would use level %d and service version %d: start it with a build that knows them"
            .formatted(build(), level, service);
  }

  /** 0 if it does not say. */
  private int number(String field) {
    return fields.get("build") instanceof Map<?, ?> build
            && build.get(field) instanceof Number number
        ? number.intValue()
        : 0;
  }

  String json() {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("address", address);
    if (isAnswered()) {
      shown.putAll(fields);
    } else {
      shown.put("unreachable", problem);
    }
    return Json.line(shown);
  }
}

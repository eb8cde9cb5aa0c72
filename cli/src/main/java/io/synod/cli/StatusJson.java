package io.synod.cli;

import io.synod.cli.storage.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JSON array with one replica or learner per line: its own object, or the reason why it has none.
 */
final class StatusJson {
  private StatusJson() {}

  static String of(List<ReplicaAnswer> replicas, List<LearnerAnswer> learners) {
    return Stream.concat(
            replicas.stream().map(StatusJson::line), learners.stream().map(LearnerAnswer::json))
        .collect(Collectors.joining(",\n ", "[", "]"));
  }

  private static String line(ReplicaAnswer answer) {
    if (answer.isAnswered()) {
      return answer.json().strip();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("replica", answer.replica());
    fields.put("address", answer.address());
    fields.put("unreachable", answer.problem());
    return Json.line(fields);
  }
}

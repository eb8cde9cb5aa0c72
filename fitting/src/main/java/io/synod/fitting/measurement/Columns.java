package io.synod.fitting.measurement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The positions of the required columns in a file's header; other columns may stand between them.
 */
final class Columns {
  static final String TIME = "time-ms";
  static final String LENGTH = "interval-ms";
  static final String KIND = "kind";
  static final String REPLICA = "replica";
  static final String REPLICAS = "replicas";
  static final String ROLE = "role";
  static final String INSTANCES = "instances";
  static final String REQUESTS = "requests";
  static final String REQUEST_BYTES = "request-bytes";
  static final String ANSWER_BYTES = "answer-bytes";
  static final String ACCEPT_BYTES = "accept-bytes";
  static final String ACCEPTED_BYTES = "accepted-bytes";
  static final String CPU = "cpu-ms";

  private final Map<String, Integer> indexOf = new HashMap<>();
  private final int count;

  /**
   * @throws MeasurementException if a required column is missing or appears twice
   */
  Columns(String place, String header) {
    String[] names = header.split(",", -1);
    count = names.length;
    for (int index = 0; index < count; index++) {
      if (indexOf.put(names[index].strip(), index) != null) {
        throw new MeasurementException(
            "%s: two columns are named %s".formatted(place, names[index].strip()));
      }
    }
    List<String> missing = new ArrayList<>(needed());
    missing.removeAll(indexOf.keySet());
    if (!missing.isEmpty()) {
      throw new MeasurementException(
          "%s: not the header of a replica's measurements: there is no %s"
              .formatted(place, String.join(", ", missing)));
    }
  }

  static List<String> needed() {
    Stream<String> named =
        Stream.of(
            TIME,
            LENGTH,
            KIND,
            REPLICA,
            REPLICAS,
            ROLE,
            INSTANCES,
            REQUESTS,
            REQUEST_BYTES,
            ANSWER_BYTES,
            ACCEPT_BYTES,
            ACCEPTED_BYTES,
            CPU);
    return Stream.concat(named, Stream.of(Activity.values()).map(Activity::column)).toList();
  }

  int index(String name) {
    return indexOf.get(name);
  }

  /** The number of fields in each row. */
  int count() {
    return count;
  }
}

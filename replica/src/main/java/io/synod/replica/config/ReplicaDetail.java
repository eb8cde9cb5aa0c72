package io.synod.replica.config;

import io.synod.core.settings.PrioritySettings;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may be said of one replica beside its address: {@code replica.N.region}. */
enum ReplicaDetail {
  /** Where it is. */
  REGION("region", new ClusterName()),
  /** Whether it should lead rather than others. */
  PRIORITY("priority", Amount.count(0, PrioritySettings.MAX));

  private static final Pattern KEY = Pattern.compile("replica\\.(0|[1-9][0-9]{0,8})\\.([a-z]+)");

  private final String word;
  private final ValueType type;

  /** A detail of one replica. */
  record Of(int replica, ReplicaDetail detail) {}

  ReplicaDetail(String word, ValueType type) {
    this.word = word;
    this.type = type;
  }

  ValueType type() {
    return type;
  }

  String key(int replica) {
    return ConfigDraft.REPLICA_PREFIX + replica + "." + word;
  }

  /** What the key names; empty if it is not of this shape. */
  static Optional<Of> ofKey(String key) {
    Matcher matcher = KEY.matcher(key);
    if (matcher.matches()) {
      for (ReplicaDetail detail : values()) {
        if (detail.word.equals(matcher.group(2))) {
          return Optional.of(new Of(Integer.parseInt(matcher.group(1)), detail));
        }
      }
    }
    return Optional.empty();
  }
}

package io.synod.examples.demo;

import io.synod.core.settings.Durability;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Clusters of three key-value processes that start quickly and log what they do. */
final class TestReplicas {
  // So little that restarts and catching up go through snapshots and many segments.
  private static final List<String> SMALL =
      List.of(
          "journal.segment-bytes = 256KiB", "snapshot.log-slots = 100", "log.margin-bytes = 0B");

  private TestReplicas() {}

  /** Nothing runs yet. */
  static ProcessCluster create(Durability level, String... further) throws IOException {
    List<String> settings = new ArrayList<>(List.of(further));
    settings.add("durability = " + level.name().toLowerCase(Locale.ROOT));
    return KvReplicas.quick(3, settings.toArray(String[]::new));
  }

  /** With snapshots, segments and logs that are so small that every restart meets them. */
  static ProcessCluster small(Durability level, String... further) throws IOException {
    List<String> settings = new ArrayList<>(SMALL);
    settings.addAll(List.of(further));
    return create(level, settings.toArray(String[]::new));
  }

  static String log(ProcessCluster cluster, int id) throws IOException {
    return Files.readString(cluster.log(id));
  }
}

package io.synod.benchmarks.cluster;

import io.synod.link.LinkShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The conditions that a report shows beside every figure. */
final class Circumstances {
  private Circumstances() {}

  static Map<String, Object> of(BenchOptions options) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("replicas", options.replicas());
    all.put("requestBytes", options.load().requestBytes());
    all.put("answerBytes", options.sizes().answerBytes());
    all.put("stateBytes", options.sizes().stateBytes());
    if (options.sizes().events() > 0) {
      all.put("eventsPerRequest", options.sizes().events());
    }
    all.put("outstanding", options.load().outstanding());
    if (options.load().isOpen()) {
      all.put("ratePerSecond", options.load().perSecond());
    }
    all.put("connections", options.load().connections());
    all.put("warmUpSeconds", options.span().warmUp().toMillis() / 1e3);
    all.put("seconds", options.span().duration().toMillis() / 1e3);
    all.put("repetitions", options.repetitions());
    all.put(
        "settings",
        options.settings().isEmpty() ? "default" : String.join(" ", options.settings()));
    if (!options.link().equals(LinkShape.STRAIGHT)) {
      all.put(
          "link", options.link() + " from each replica to each other, the figures exclude its CPU");
    }
    if (options.writes()) {
      all.put("disk", disk());
    }
    all.put("processors", Runtime.getRuntime().availableProcessors());
    all.put("java", Runtime.version().toString());
    all.put("jvmOptions", String.join(" ", options.jvmOptions()));
    return all;
  }

  /** Where the processes write: what is in memory there, as on a tmpfs, is no disk. */
  private static String disk() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      return Files.getFileStore(folder).type() + " at " + folder;
    } catch (IOException unknown) {
      return folder.toString();
    }
  }
}

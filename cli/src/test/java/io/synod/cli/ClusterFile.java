package io.synod.cli;

import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The properties file of a cluster on free ports of this machine. */
final class ClusterFile {
  private ClusterFile() {}

  /**
   * @param settings its other lines
   */
  static Path write(Path folder, String name, String settings, int replicas) throws IOException {
    StringBuilder text = new StringBuilder("cluster.name = " + name + "\n" + settings);
    List<Integer> ports = FreePorts.find(2 * replicas);
    for (int id = 0; id < replicas; id++) {
      text.append(
          "replica.%d = 127.0.0.1:%d:%d\n".formatted(id, ports.get(id), ports.get(replicas + id)));
    }
    return Files.writeString(folder.resolve(name + ".properties"), text);
  }
}

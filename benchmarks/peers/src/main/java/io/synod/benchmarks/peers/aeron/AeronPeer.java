package io.synod.benchmarks.peers.aeron;

import io.synod.benchmarks.peers.server.Memory;
import io.synod.benchmarks.peers.server.Peer;
import io.synod.process.Children;
import io.synod.process.Program;
import io.synod.replica.config.FreePorts;
import java.util.ArrayList;
import java.util.List;

/** A cluster of Aeron on loopback, before it is started. */
public final class AeronPeer {
  /** A member's endpoints: ingress, consensus, log, catch-up, archive. */
  private static final int ENDPOINTS = 5;

  /** Agrona needs access to these packages; Aeron's users also disable its bounds checks. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "-Dagrona.disable.bounds.checks=true");

  private AeronPeer() {}

  /**
   * Chooses the ports.
   *
   * @param children remove the load's shared memory at their end
   */
  public static Peer plan(Children children, int replicas) {
    List<Integer> ports = FreePorts.find(ENDPOINTS * replicas);
    StringBuilder members = new StringBuilder();
    List<String> ingress = new ArrayList<>();
    for (int id = 0; id < replicas; id++) {
      members.append(id);
      for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
        members.append(',').append(AeronSettings.endpoint(ports.get(ENDPOINTS * id + endpoint)));
      }
      members.append('|');
      ingress.add(id + "=" + AeronSettings.endpoint(ports.get(ENDPOINTS * id)));
    }
    List<String> loadOptions = new ArrayList<>(JVM_OPTIONS);
    loadOptions.add("-D" + AeronLoad.DRIVER + "=" + children.folderIn(Memory.folder()));
    return new Peer(
        "Aeron Cluster",
        replicas,
        new Program(AeronServer.class, JVM_OPTIONS),
        new Program(AeronLoad.class, loadOptions),
        members.toString(),
        String.join(",", ingress));
  }
}

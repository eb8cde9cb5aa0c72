package io.synod.cli;

import io.synod.client.ReplicaAddresses;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** An operator's request to the leader of a cluster. */
@FunctionalInterface
interface LeaderRequest {

  /**
   * Sends it.
   *
   * @param leader its client address
   * @param cluster its name
   * @return the leader's status before
   */
  String send(InetSocketAddress leader, String cluster) throws IOException, InterruptedException;

  /** The answer of the replica that leads, if there is one. */
  static Optional<ReplicaAnswer> leader(List<ReplicaAnswer> answers) {
    return answers.stream()
        .filter(ReplicaAnswer::isAnswered)
        .filter(ReplicaAnswer::isLeader)
        .findFirst();
  }

  /**
   * Sends it to the replica that leads.
   *
   * @param nothing what has not happened if no replica leads: "nothing was skipped"
   * @return the leader's answer of {@code answers}
   */
  default ReplicaAnswer sendToLeader(
      SynodConfig config, List<ReplicaAnswer> answers, String nothing) throws InterruptedException {
    ReplicaAnswer leader =
        leader(answers)
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ("no replica leads, so %s: try again when a majority of the replicas runs")
                            .formatted(nothing)));
    InetSocketAddress address = ReplicaAddresses.parse(leader.address());
    try {
      send(
          new InetSocketAddress(address.getHostString(), address.getPort()),
          config.cluster().name());
    } catch (IOException failure) {
      throw new CommandFailure(
          "the leader, replica %d, did not take the command: %s"
              .formatted(leader.replica(), failure.getMessage()),
          failure);
    }
    return leader;
  }
}

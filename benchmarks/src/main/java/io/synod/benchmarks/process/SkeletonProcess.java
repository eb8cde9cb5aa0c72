package io.synod.benchmarks.process;

import io.synod.benchmarks.yardstick.SkeletonFollower;
import io.synod.benchmarks.yardstick.SkeletonLeader;
import io.synod.benchmarks.yardstick.SkeletonSettings;
import io.synod.benchmarks.yardstick.YardstickSettings;
import io.synod.process.Child;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of the skeleton: {@code PORT} for a follower, for the leader {@code PORT CLUSTER
 * ANSWER-BYTES OUTSTANDING BATCH-BYTES WINDOW FOLLOWER-PORT...}.
 */
final class SkeletonProcess {
  private static final int FIRST_FOLLOWER_AT = 6;

  private SkeletonProcess() {}

  static List<String> follower(int port) {
    return List.of(String.valueOf(port));
  }

  static List<String> leader(int port, SkeletonSettings settings, List<Integer> followerPorts) {
    YardstickSettings clients = settings.clients();
    List<String> arguments = new ArrayList<>();
    arguments.add(String.valueOf(port));
    arguments.add(clients.cluster());
    arguments.add(String.valueOf(clients.answerBytes()));
    arguments.add(String.valueOf(clients.outstandingMax()));
    arguments.add(String.valueOf(settings.batchBytesMax()));
    arguments.add(String.valueOf(settings.window()));
    followerPorts.forEach(follower -> arguments.add(String.valueOf(follower)));
    return arguments;
  }

  // Their event loops keep these processes alive; the lifeline ends them.
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    if (arguments.length == 1) {
      SkeletonFollower.start(port);
    } else {
      SkeletonLeader.start(settings(arguments), followerPorts(arguments), port);
    }
    Child.say(Child.READY);
  }

  private static SkeletonSettings settings(String[] arguments) {
    YardstickSettings clients =
        new YardstickSettings(
            arguments[1],
            Integer.parseInt(arguments[2]),
            YardstickSettings.FRAME_BYTES_MAX,
            Integer.parseInt(arguments[3]));
    return new SkeletonSettings(
        clients, Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]));
  }

  private static List<Integer> followerPorts(String[] arguments) {
    List<Integer> ports = new ArrayList<>();
    for (int index = FIRST_FOLLOWER_AT; index < arguments.length; index++) {
      ports.add(Integer.parseInt(arguments[index]));
    }
    return ports;
  }
}

package io.synod.benchmarks.process;

import io.synod.benchmarks.yardstick.Listening;
import io.synod.benchmarks.yardstick.SkeletonLeader;
import io.synod.benchmarks.yardstick.SkeletonSettings;
import io.synod.benchmarks.yardstick.YardstickSettings;
import io.synod.process.Child;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of a yardstick: {@code PORT DIRECTORY} for a follower of the skeleton, {@code PORT
 * CLUSTER ANSWER-BYTES OUTSTANDING} for the echo, and behind that {@code BATCH-BYTES WINDOW
 * DIRECTORY FOLLOWER-PORT...} for the skeleton's leader. A directory is empty where batches are not
 * made durable.
 */
final class YardstickProcess {
  private static final int FOLLOWER_ARGUMENTS = 2;
  private static final int BATCH_AT = 4;
  private static final int DIRECTORY_AT = 6;

  private YardstickProcess() {}

  // Their event loops keep these processes alive; the lifeline ends them.
  public static void main(String[] text) {
    List<String> arguments = List.of(text);
    int port = Integer.parseInt(text[0]);
    if (text.length == FOLLOWER_ARGUMENTS) {
      Listening.follower(port, directory(text[1]));
    } else if (text.length == BATCH_AT) {
      Listening.echo(clients(text), port);
    } else {
      SkeletonSettings settings =
          new SkeletonSettings(
              clients(text),
              Integer.parseInt(text[BATCH_AT]),
              Integer.parseInt(text[BATCH_AT + 1]),
              directory(text[DIRECTORY_AT]));
      List<Integer> followerPorts =
          arguments.subList(DIRECTORY_AT + 1, text.length).stream().map(Integer::valueOf).toList();
      SkeletonLeader.start(settings, followerPorts, port);
    }
    Child.say(Child.READY);
  }

  private static Path directory(String text) {
    return text.isEmpty() ? null : Path.of(text);
  }

  private static YardstickSettings clients(String[] text) {
    return new YardstickSettings(
        text[1],
        Integer.parseInt(text[2]),
        YardstickSettings.FRAME_BYTES_MAX,
        Integer.parseInt(text[3]));
  }
}

package io.synod.benchmarks.process;

import io.synod.benchmarks.yardstick.EchoServer;
import io.synod.benchmarks.yardstick.YardstickSettings;
import io.synod.process.Child;

/** The echo: {@code CLUSTER PORT ANSWER-BYTES OUTSTANDING}. */
final class EchoProcess {
  private EchoProcess() {}

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[1]);
    int answerBytes = Integer.parseInt(arguments[2]);
    int outstanding = Integer.parseInt(arguments[3]);
    YardstickSettings settings =
        new YardstickSettings(
            arguments[0], answerBytes, YardstickSettings.FRAME_BYTES_MAX, outstanding);
    // Its event loop keeps this process alive; the lifeline ends it.
    EchoServer.start(settings, port);
    Child.say(Child.READY);
  }
}

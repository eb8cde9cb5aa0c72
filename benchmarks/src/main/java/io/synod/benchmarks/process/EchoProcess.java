package io.synod.benchmarks.process;

import io.synod.benchmarks.echo.EchoServer;
import io.synod.benchmarks.echo.EchoSettings;

/** The echo: {@code CLUSTER PORT ANSWER-BYTES OUTSTANDING}. */
final class EchoProcess {
  private static final int FRAME_BYTES_MAX = 8 << 20;

  private EchoProcess() {}

  public static void main(String[] arguments) {
    Lifeline.hold();
    int port = Integer.parseInt(arguments[1]);
    int answerBytes = Integer.parseInt(arguments[2]);
    int outstanding = Integer.parseInt(arguments[3]);
    EchoSettings settings =
        new EchoSettings(arguments[0], answerBytes, FRAME_BYTES_MAX, outstanding);
    // Its event loop keeps this process alive; the lifeline ends it.
    EchoServer.start(settings, port);
    ChildLines.say(ChildLines.READY);
  }
}

package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.replica.SynodLearner;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** One learner of a {@link HostedService}, at any free port: {@code CONFIG}, then the service. */
final class LearnerProcess {
  private LearnerProcess() {}

  public static void main(String[] arguments) {
    ProgressTeller teller = ProgressTeller.hold();
    SynodConfig config = SynodConfig.load(Path.of(arguments[0]));
    Service service = HostedService.parse(List.of(arguments).subList(1, arguments.length)).start();
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (SynodLearner learner =
        SynodLearner.builder().config(config).service(service).listen(anyPort).start()) {
      teller.start(learner::statusJson);
      Child.say(Child.READY);
      learner.closed().join();
    }
  }
}

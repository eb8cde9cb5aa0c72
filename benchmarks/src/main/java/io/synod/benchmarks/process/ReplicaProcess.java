package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.replica.SynodLearner;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs one replica of a {@link HostedService}, with arguments {@code CONFIG ID} and those of the
 * service. With {@code learner} for an id, runs one learner at any free port.
 */
final class ReplicaProcess {
  static final String LEARNER = "learner";

  private ReplicaProcess() {}

  public static void main(String[] text) {
    ProgressReporter reporter = ProgressReporter.hold();
    List<String> arguments = List.of(text);
    SynodConfig config = SynodConfig.load(Path.of(text[0]));
    Service service = HostedService.parse(arguments.subList(2, text.length)).start();
    if (text[1].equals(LEARNER)) {
      InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      try (SynodLearner learner =
          SynodLearner.builder().config(config).service(service).listen(anyPort).start()) {
        reporter.start(learner::statusJson);
        Child.say(Child.READY);
        learner.closed().join();
      }
    } else {
      int id = Integer.parseInt(text[1]);
      try (SynodReplica replica =
          SynodReplica.builder().config(config).id(id).service(service).start()) {
        reporter.start(replica::statusJson);
        Child.say(Child.READY);
        replica.closed().join();
      }
    }
  }
}

package io.synod.benchmarks.process;

import io.synod.process.Child;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.nio.file.Path;
import java.util.List;

/** One replica of a {@link HostedService}: {@code CONFIG ID}, then what the service is. */
final class ReplicaProcess {
  private ReplicaProcess() {}

  public static void main(String[] arguments) {
    ProgressTeller teller = ProgressTeller.hold();
    SynodConfig config = SynodConfig.load(Path.of(arguments[0]));
    int id = Integer.parseInt(arguments[1]);
    Service service = HostedService.parse(List.of(arguments).subList(2, arguments.length)).start();
    try (SynodReplica replica =
        SynodReplica.builder().config(config).id(id).service(service).start()) {
      teller.start(replica::statusJson);
      Child.say(Child.READY);
      replica.closed().join();
    }
  }
}

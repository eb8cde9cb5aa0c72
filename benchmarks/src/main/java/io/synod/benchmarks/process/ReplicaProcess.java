package io.synod.benchmarks.process;

import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import java.nio.file.Path;

/** One replica of the {@link NullService}: {@code CONFIG ID ANSWER-BYTES STATE-BYTES}. */
final class ReplicaProcess {
  private ReplicaProcess() {}

  public static void main(String[] arguments) {
    Lifeline.hold();
    SynodConfig config = SynodConfig.load(Path.of(arguments[0]));
    int id = Integer.parseInt(arguments[1]);
    NullService service =
        new NullService(Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]));
    try (SynodReplica replica =
        SynodReplica.builder().config(config).id(id).service(service).start()) {
      ChildLines.say(ChildLines.READY);
      replica.closed().join();
    }
  }
}

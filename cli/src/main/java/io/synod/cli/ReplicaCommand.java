package io.synod.cli;

import io.synod.replica.SynodReplica;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs one replica until SIGTERM or a failure. */
@Command(
    name = "replica",
    showDefaultValues = true,
    description = {
      "Runs one replica of a service in this process.",
      "It ends within two seconds of SIGTERM or Ctrl-C (exit code 0; 1 if closing takes too long),"
          + " even while it recovers or joins; or when it cannot continue (exit code 1, with the reason): its directory is"
          + " in use, another replica's or unreadable, its disk has failed, its peers could not replace"
          + " what the disk has lost, or too many replicas have lost their durable state."
    })
final class ReplicaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ReplicaOptions options;
  @Mixin private ServiceClass serviceClass;

  @Override
  public Integer call() {
    SynodConfig config = options.load();
    Service service = serviceClass.create();
    options.prepare(config);
    return ProcessLife.serving("replica")
        .run(() -> start(config, service), spec.commandLine().getErr());
  }

  private ProcessLife.Running start(SynodConfig config, Service service) {
    SynodReplica replica =
        SynodReplica.builder().config(config).id(options.id()).service(service).start();
    return new ProcessLife.Running(replica.closed(), replica::close);
  }
}

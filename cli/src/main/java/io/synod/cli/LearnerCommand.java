package io.synod.cli;

import io.synod.replica.SynodLearner;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Service;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one learner until SIGTERM or a failure. */
@Command(
    name = "learner",
    showDefaultValues = true,
    description = {
      "Runs a copy of a service that follows a cluster without a vote, and answers queries that"
          + " need no leader (quorum, bounded and stale ones).",
      "It follows a replica that answers, and switches to another one when that is lost, silent or cut off."
          + " It ends within two seconds of SIGTERM or Ctrl-C (exit code 0; 1 if closing"
          + " takes too long), or when it cannot continue (exit code 1, with the reason)."
    })
final class LearnerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--listen",
      required = true,
      paramLabel = "HOST:PORT",
      converter = AddressOption.class,
      description = "Address for its clients.")
  private InetSocketAddress listen;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Directory for this learner's snapshots, which no other process uses: the learner resumes from"
              + " them after a restart, and a replica may begin with them ('synod replica --learner')."
              + " Default: none, it starts empty each time.")
  private Path directory;

  @Mixin private ServiceClass serviceClass;

  @Override
  public Integer call() {
    SynodConfig loaded = config.load();
    Service service = serviceClass.create();
    return ProcessLife.serving("learner")
        .run(() -> start(loaded, service), spec.commandLine().getErr());
  }

  private ProcessLife.Running start(SynodConfig loaded, Service service) {
    SynodLearner learner =
        SynodLearner.builder()
            .config(loaded)
            .service(service)
            .listen(listen)
            .directory(directory)
            .start();
    return new ProcessLife.Running(learner.closed(), learner::close);
  }
}

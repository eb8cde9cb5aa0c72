package io.synod.laboratory;

import io.synod.examples.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Kills a leader under load and counts what was lost. */
@Command(
    name = "demo",
    description = {
      "Starts three replica processes of the key-value service, writes and reads, kills the leader"
          + " half way, restarts it, and checks that no acknowledged write is lost, no request is"
          + " executed twice and all three replicas have equal state in the end.",
      "Exit code 0 only if all checks pass."
    })
final class DemoCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    return Demo.run();
  }
}

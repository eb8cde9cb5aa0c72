package io.synod.cli;

import io.synod.client.AdminException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Gives a member other addresses. */
@Command(
    name = "move",
    showDefaultValues = true,
    description = {
      "Gives a member other addresses, at which replicas and clients look for it from then on. Stop it before, and"
          + " start it there with its directory afterwards.",
      "Exit code 0 if it has these addresses; 1 if that was refused or took too long."
    })
final class MemberMoveCommand implements Callable<Integer> {
  @Mixin private ChangeOptions options;

  @Parameters(
      index = "0",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "The member's number.")
  private int replica;

  @Parameters(
      index = "1",
      paramLabel = "HOST:PEER:CLIENT",
      converter = MemberAddress.class,
      description = "Its host, the port for replicas and the port for clients.")
  private MemberAddress address;

  @Override
  public Integer call() throws AdminException, InterruptedException {
    options.noteUnknownHost(address);
    return options.make(none -> none.move(replica, address.peer(), address.client()));
  }
}

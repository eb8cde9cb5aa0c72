package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.MembershipChange;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a member no member. */
@Command(
    name = "remove",
    showDefaultValues = true,
    description = {
      "Makes a member no member any more. It may be down. A leader transfers its leadership first.",
      "A replica that was removed goes on as a standby for member.linger, and then ends by itself. One that was"
          + " started with --join goes on until it is ended.",
      "Exit code 0 if it is no member; 1 if that was refused or took too long."
    })
final class MemberRemoveCommand implements Callable<Integer> {
  @Mixin private ChangeOptions options;

  @Parameters(
      index = "0",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "The member's number.")
  private int replica;

  @Parameters(index = "1..*", hidden = true)
  private List<Integer> more = List.of();

  @Override
  public Integer call() throws AdminException, InterruptedException {
    return options.make(this::change, "replica %d is no member of".formatted(replica));
  }

  private MembershipChange change(MembershipChange none) {
    ChangeOptions.requireOne("--remove", replica, more);
    return none.remove(replica);
  }
}

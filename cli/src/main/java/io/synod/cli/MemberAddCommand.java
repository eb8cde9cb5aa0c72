package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.MembershipChange;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a standby a member. */
@Command(
    name = "add",
    showDefaultValues = true,
    description = {
      "Makes a standby a member of the cluster. Start it first: synod replica --config FILE --id N --join.",
      "Waits until the standby has reported to the leader and lacks no more slots than member.lag-max, and"
          + " then until the new members have decided a slot and it votes. Its addresses are those that it reports.",
      "Exit code 0 if it is a member; 1 if that was refused or took too long."
    })
final class MemberAddCommand implements Callable<Integer> {
  @Mixin private ChangeOptions options;

  @Parameters(
      index = "0",
      paramLabel = "N",
      showDefaultValue = Visibility.NEVER,
      description = "The standby's number.")
  private int replica;

  @Parameters(index = "1..*", hidden = true)
  private List<Integer> more = List.of();

  @Option(
      names = "--priority",
      paramLabel = "P",
      description = "Its priority, 0 to 255, as replica.N.priority says it.")
  private Integer priority;

  @Option(names = "--reuse", description = "The number may be one that a former member had.")
  private boolean reuse;

  @Override
  public Integer call() throws AdminException, InterruptedException {
    return options.make(this::change);
  }

  private MembershipChange change(MembershipChange none) {
    ChangeOptions.requireOne("--add", replica, more);
    MembershipChange change = none.add(replica);
    if (priority != null) {
      change = change.priority(replica, priority);
    }
    return reuse ? change.reusingNumbers() : change;
  }
}

package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.client.MembershipChange;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Makes several changes of the members in one step. */
@Command(
    name = "change",
    description = {
      "Changes members, addresses, priorities, quorums and alpha in one step.",
      "--add N --remove N has a standby take over the number of a member.",
      "Exit code 0 if the members are as wanted; 1 if that was refused or took too long."
    })
final class MemberChangeCommand implements Callable<Integer> {
  @Mixin private ChangeOptions options;

  @Option(
      names = "--add",
      paramLabel = "N",
      description = "A standby becomes a member; may be repeated.")
  private List<Integer> add = List.of();

  @Option(
      names = "--remove",
      paramLabel = "N",
      description = "A member is no member any more; may be repeated.")
  private List<Integer> remove = List.of();

  @Option(
      names = "--move",
      paramLabel = "N=HOST:PEER:CLIENT",
      description = "A member has other addresses; may be repeated.")
  private Map<Integer, String> moves = Map.of();

  @Option(
      names = "--priority",
      paramLabel = "N=P",
      description = "A member has another priority, 0 to 255; may be repeated.")
  private Map<Integer, Integer> priorities = Map.of();

  @Option(
      names = "--phase1",
      paramLabel = "N",
      converter = QuorumOption.class,
      description = "How many members must promise to follow a leader: a number or majority.")
  private Integer phase1;

  @Option(
      names = "--phase2",
      paramLabel = "N",
      converter = QuorumOption.class,
      description = "How many members must vote for a slot: a number or majority.")
  private Integer phase2;

  @Option(
      names = "--alpha",
      paramLabel = "N",
      description =
          "A later change that is decided in slot s holds from slot s + N on, and at most N slots are open at a"
              + " time: 1 to 10000.")
  private Integer alpha;

  @Option(names = "--reuse", description = "Added numbers may be those of former members.")
  private boolean reuse;

  /** A quorum. */
  static final class QuorumOption implements ITypeConverter<Integer> {
    private static final String MAJORITY = "majority";

    @Override
    public Integer convert(String text) {
      if (text.equals(MAJORITY)) {
        return MembershipChange.MAJORITY;
      }
      if (!text.matches("[1-9][0-9]?")) {
        throw new TypeConversionException("'" + text + "' is neither a number nor " + MAJORITY);
      }
      return Integer.valueOf(text);
    }
  }

  @Override
  public Integer call() throws AdminException, InterruptedException {
    return options.make(this::change);
  }

  private MembershipChange change(MembershipChange none) {
    MembershipChange change = none;
    for (int replica : add) {
      change = change.add(replica);
    }
    for (int replica : remove) {
      change = change.remove(replica);
    }
    for (Map.Entry<Integer, String> move : moves.entrySet()) {
      MemberAddress address = address(move.getValue());
      options.noteUnknownHost(address);
      change = change.move(move.getKey(), address.peer(), address.client());
    }
    for (Map.Entry<Integer, Integer> one : priorities.entrySet()) {
      change = change.priority(one.getKey(), one.getValue());
    }
    change = with("--phase1", phase1, change, MembershipChange::phase1);
    change = with("--phase2", phase2, change, MembershipChange::phase2);
    change = with("--alpha", alpha, change, MembershipChange::alpha);
    if (change.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing to change: use --add, --remove, --move, --priority, --phase1, --phase2 or --alpha");
    }
    return reuse ? change.reusingNumbers() : change;
  }

  /** {@code change} with the value of an option, if it is given. */
  private static MembershipChange with(
      String option,
      Integer value,
      MembershipChange change,
      BiFunction<MembershipChange, Integer, MembershipChange> setting) {
    try {
      return value == null ? change : setting.apply(change, value);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(option + ": " + wrong.getMessage(), wrong);
    }
  }

  private static MemberAddress address(String text) {
    try {
      return MemberAddress.of(text);
    } catch (TypeConversionException notAnAddress) {
      throw new IllegalArgumentException(notAnAddress.getMessage(), notAnAddress);
    }
  }
}

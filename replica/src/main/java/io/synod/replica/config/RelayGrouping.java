package io.synod.replica.config;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.RelaySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How many relay groups are drawn, or the replicas of each, or one for each region. */
final class RelayGrouping implements ValueType {
  private static final String REGION = "region";
  private static final Amount COUNT = Amount.count(1, Quorums.REPLICAS_MAX);
  private static final Amount NUMBER = Amount.count(0, ReplicaSet.NUMBERS - 1);

  /**
   * @param count of groups that are drawn; 0 if {@code groups} are given
   */
  record Groups(long count, List<ReplicaSet> groups) {
    /** As {@code replica.N.region} says. */
    static final Groups BY_REGION = new Groups(0, List.of());

    static Groups drawn(long count) {
      return new Groups(count, List.of());
    }

    RelaySettings settings(int answers, long timeoutNanos) {
      return new RelaySettings(groups, Math.toIntExact(count), answers, timeoutNanos);
    }
  }

  @Override
  public Groups parse(String text) {
    if (text.equals(REGION)) {
      return Groups.BY_REGION;
    }
    if (text.indexOf(',') < 0 && text.indexOf(';') < 0) {
      return Groups.drawn(number(COUNT, text));
    }
    List<ReplicaSet> groups = new ArrayList<>();
    for (String group : text.split(";", -1)) {
      ReplicaSet members = ReplicaSet.EMPTY;
      for (String replica : group.split(",", -1)) {
        members = members.with(Math.toIntExact(number(NUMBER, replica.strip())));
      }
      groups.add(members);
    }
    return new Groups(0, List.copyOf(groups));
  }

  private long number(Amount amount, String text) {
    try {
      long value = amount.parse(text);
      amount.check(value);
      return value;
    } catch (IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(
          "'%s' is not %s".formatted(Text.shortened(text), range()), unreadable);
    }
  }

  @Override
  public String format(Object value) {
    Groups groups = (Groups) value;
    if (groups.equals(Groups.BY_REGION)) {
      return REGION;
    }
    if (groups.groups().isEmpty()) {
      return COUNT.format(groups.count());
    }
    String text =
        groups.groups().stream().map(RelayGrouping::members).collect(Collectors.joining("; "));
    // A single replica by itself would read as a number of groups.
    return text.indexOf(',') < 0 && text.indexOf(';') < 0 ? text + "," + text : text;
  }

  private static String members(ReplicaSet group) {
    return group.numbers().stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  @Override
  public void check(Object value) {
    Groups groups = (Groups) value;
    if (groups.groups().isEmpty() && !groups.equals(Groups.BY_REGION)) {
      COUNT.check(groups.count());
    }
  }

  @Override
  public String range() {
    return COUNT.range() + " groups, the replicas of each, such as 0,1,2; 3,4, or " + REGION;
  }
}

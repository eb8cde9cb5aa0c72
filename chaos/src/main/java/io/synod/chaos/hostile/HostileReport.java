package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Tally;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * The result of a run.
 *
 * @param attackers the tally of each, by its name
 * @param checks the run fails if one of them fails
 * @param isInterrupted whether the run was interrupted
 */
public record HostileReport(
    Map<String, Tally> attackers, List<Check> checks, boolean isInterrupted) {

  public HostileReport {
    checks = List.copyOf(checks);
  }

  /** Whether the run was complete and every check passed. */
  public boolean holds() {
    return !isInterrupted && checks.stream().allMatch(Check::holds);
  }

  void print(PrintStream out) {
    out.println();
    attackers.forEach((name, tally) -> out.printf("  %-15s %s%n", name, tally));
    out.println();
    checks.forEach(check -> out.println("  " + check));
    out.printf("%n%s%n", verdict());
  }

  private String verdict() {
    if (holds()) {
      return "PASSED: all checks hold";
    }
    return isInterrupted ? "interrupted" : "FAILED";
  }
}

package io.synod.replica.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used; its message names every problem. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;

  ConfigException(List<ConfigProblem> problems) {
    super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  ConfigException(ConfigProblem problem) {
    this(List.of(problem));
  }

  /** Every problem, in the order of the file; at least one. */
  public List<ConfigProblem> problems() {
    return problems;
  }
}

package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.load.Workload;
import java.time.Duration;
import java.util.List;

/** A load run as the arguments of a process, and back. */
final class LoadArguments {
  private LoadArguments() {}

  static List<String> of(Target target, Load load, Span span) {
    return List.of(
        target.cluster(),
        target.addresses(),
        String.valueOf(target.answerBytes()),
        String.valueOf(load.connections()),
        String.valueOf(load.outstanding()),
        String.valueOf(load.requestBytes()),
        String.valueOf(span.warmUp().toMillis()),
        String.valueOf(span.duration().toMillis()),
        String.valueOf(load.perSecond()),
        String.valueOf(load.inBursts()),
        load.workload().text(),
        String.valueOf(target.hasEvents()));
  }

  static Target target(String[] arguments) {
    return new Target(
        arguments[0], arguments[1], number(arguments, 2), Boolean.parseBoolean(arguments[11]));
  }

  static Load load(String[] arguments) {
    return new Load(
        number(arguments, 3),
        number(arguments, 4),
        number(arguments, 5),
        Long.parseLong(arguments[8]),
        Boolean.parseBoolean(arguments[9]),
        Workload.parse(arguments[10]));
  }

  static Span span(String[] arguments) {
    return new Span(
        Duration.ofMillis(number(arguments, 6)), Duration.ofMillis(number(arguments, 7)));
  }

  private static int number(String[] arguments, int index) {
    return Integer.parseInt(arguments[index]);
  }
}

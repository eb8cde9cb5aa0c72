package io.synod.laboratory;

import io.synod.benchmarks.cluster.Yardstick;
import io.synod.benchmarks.sweep.LoadShare;
import io.synod.benchmarks.sweep.Scenario;
import io.synod.benchmarks.sweep.Shift;
import io.synod.chaos.fault.FaultKind;
import io.synod.chaos.hostile.attack.Attacker;
import io.synod.chaos.hostile.attack.Attackers;
import io.synod.core.settings.Durability;
import io.synod.fitting.fit.FitSource;
import io.synod.replica.config.ThreadLayout;
import io.synod.tuning.model.Topology;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of a few values, by its word. */
abstract class WordOption<T> implements ITypeConverter<T> {
  private final Map<String, T> values = new LinkedHashMap<>();

  WordOption(T[] all, Function<T, String> word) {
    for (T one : all) {
      values.put(word.apply(one), one);
    }
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public T convert(String text) {
    T value = values.get(text);
    if (value == null) {
      throw new TypeConversionException(
          "'%s' is not one of %s".formatted(text, String.join(", ", values.keySet())));
    }
    return value;
  }

  static final class OfLayout extends WordOption<ThreadLayout> {
    OfLayout() {
      super(ThreadLayout.values(), WordOption::lowerCase);
    }
  }

  static final class OfDurability extends WordOption<Durability> {
    OfDurability() {
      super(Durability.values(), WordOption::lowerCase);
    }
  }

  static final class OfTopology extends WordOption<Topology> {
    OfTopology() {
      super(Topology.values(), WordOption::lowerCase);
    }
  }

  static final class OfFitSource extends WordOption<FitSource> {
    OfFitSource() {
      super(FitSource.values(), FitSource::word);
    }
  }

  static final class OfLoad extends WordOption<LoadShare> {
    OfLoad() {
      super(LoadShare.values(), LoadShare::word);
    }
  }

  static final class OfShift extends WordOption<Shift> {
    OfShift() {
      super(Shift.values(), Shift::word);
    }
  }

  static final class OfScenario extends WordOption<Scenario> {
    OfScenario() {
      super(Scenario.all().toArray(Scenario[]::new), Scenario::word);
    }
  }

  static final class OfAttacker extends WordOption<Attacker> {
    OfAttacker() {
      super(Attackers.all().toArray(Attacker[]::new), Attacker::name);
    }
  }

  /** Null for {@code none}. */
  static final class OfFault extends WordOption<FaultKind> {
    OfFault() {
      super(FaultKind.values(), FaultKind::word);
    }

    @Override
    public FaultKind convert(String text) {
      return text.equals("none") ? null : super.convert(text);
    }
  }

  /** Null for an empty text. */
  static final class OfYardstick extends WordOption<Yardstick> {
    OfYardstick() {
      super(Yardstick.values(), WordOption::lowerCase);
    }

    @Override
    public Yardstick convert(String text) {
      return text.isEmpty() ? null : super.convert(text);
    }
  }
}

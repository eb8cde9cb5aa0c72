package io.synod.simulation.mutation;

import io.synod.simulation.explore.Exploration;
import java.util.Map;
import java.util.function.Function;

/** Explores a bound with whatever classes it was loaded with; see {@link Trial}. */
public final class ExploredTrial implements Function<Map<String, String>, String> {

  /** What is wrong; null if nothing was found. */
  @Override
  public String apply(Map<String, String> limits) {
    return Exploration.run(limits);
  }
}

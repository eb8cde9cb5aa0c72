package io.synod.laboratory;

import io.synod.cli.FurtherCommands;
import java.util.List;

/** The commands that measure, simulate and attack clusters; operators do not need them. */
public final class LaboratoryCommands implements FurtherCommands {
  /** The constructor for the service loader. */
  public LaboratoryCommands() {}

  @Override
  public List<Class<?>> commands() {
    return List.of(
        DemoCommand.class,
        SimulateCommand.class,
        ExploreCommand.class,
        ChaosCommand.class,
        HostileCommand.class,
        LinkCommand.class,
        BenchCommand.class,
        ExperimentsCommand.class,
        ModelCommand.class,
        FitCommand.class,
        TuneCommand.class,
        RegretCommand.class,
        ShiftCommand.class);
  }
}

package io.synod.laboratory;

import io.synod.benchmarks.cluster.Yardstick;
import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.sweep.LoadShare;
import io.synod.benchmarks.sweep.Scenario;
import io.synod.benchmarks.sweep.Shift;
import io.synod.chaos.fault.FaultKind;
import io.synod.chaos.hostile.attack.Attacker;
import io.synod.chaos.hostile.attack.Attackers;
import io.synod.cli.FurtherCommands;
import io.synod.core.settings.Durability;
import io.synod.fitting.fit.FitSource;
import io.synod.replica.config.ThreadLayout;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Sharing;
import io.synod.tuning.model.Topology;
import java.util.List;
import picocli.CommandLine;

/** The commands that measure, simulate and attack clusters; operators do not need them. */
public final class LaboratoryCommands implements FurtherCommands {
  /** The constructor for the service loader. */
  public LaboratoryCommands() {}

  List<Class<?>> commands() {
    return List.of(
        DemoCommand.class,
        SimulateCommand.class,
        ExploreCommand.class,
        ChaosCommand.class,
        HostileCommand.class,
        BenchCommand.class,
        ExperimentsCommand.class,
        ModelCommand.class,
        FitCommand.class,
        TuneCommand.class,
        RegretCommand.class,
        ShiftCommand.class);
  }

  @Override
  public void addTo(CommandLine synod) {
    commands().forEach(synod::addSubcommand);
    // Only commands that are there take these.
    synod
        .registerConverter(
            LinearCost.class,
            new NumbersOption<>(
                2,
                "a,b in ms per KiB and ms, such as 0.005,0.08",
                of -> new LinearCost(of[0], of[1])))
        .registerConverter(
            Sharing.class,
            new NumbersOption<>(
                4,
                "four numbers, such as 0.6,0.0001,0.0004,0.3",
                of -> new Sharing(of[0], of[1], of[2], of[3])))
        .registerConverter(ThreadLayout.class, WordOption.of(ThreadLayout.class))
        .registerConverter(Durability.class, WordOption.of(Durability.class))
        .registerConverter(Topology.class, WordOption.of(Topology.class))
        .registerConverter(FitSource.class, WordOption.of(FitSource.class, FitSource::word))
        .registerConverter(LoadShare.class, WordOption.of(LoadShare.class, LoadShare::word))
        .registerConverter(Shift.class, WordOption.of(Shift.class, Shift::word))
        .registerConverter(Experiment.class, WordOption.of(Experiment.class, Experiment::word))
        .registerConverter(Scenario.class, new WordOption<>(Scenario::all, Scenario::word))
        .registerConverter(Attacker.class, new WordOption<>(Attackers::all, Attacker::name))
        .registerConverter(
            FaultKind.class, WordOption.of(FaultKind.class, FaultKind::word).orNull("none"))
        .registerConverter(Yardstick.class, WordOption.of(Yardstick.class).orNull(""));
  }
}

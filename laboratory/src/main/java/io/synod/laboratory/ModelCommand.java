package io.synod.laboratory;

import io.synod.cli.CommandHelp;
import picocli.CommandLine.Command;

/** The analytical model. */
@Command(
    name = "model",
    description =
        "Computes with the cost model of Santos & Schiper: what an instance costs the leader's"
            + " processor and link, how many parallel instances saturate them, and the throughput.",
    subcommands = {ModelTableCommand.class, ModelPredictCommand.class, CommandHelp.class})
final class ModelCommand {}

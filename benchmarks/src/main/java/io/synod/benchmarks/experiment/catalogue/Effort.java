package io.synod.benchmarks.experiment.catalogue;

import io.synod.core.settings.Durability;
import io.synod.replica.config.ThreadLayout;

/**
 * How much is measured, and of what.
 *
 * @param quick fewer points
 * @param replicas of each cluster, unless an experiment says how many
 */
public record Effort(boolean quick, int replicas, ThreadLayout layout, Durability level) {}

package io.synod.benchmarks.experiment.catalogue;

import io.synod.core.settings.Durability;
import io.synod.replica.config.ThreadLayout;

/**
 * The extent of the measurements, and their cluster.
 *
 * @param quick fewer points
 * @param replicas of each cluster, unless an experiment sets their number
 */
public record Effort(boolean quick, int replicas, ThreadLayout layout, Durability level) {}

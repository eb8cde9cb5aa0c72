package io.synod.simulation.fault;

/**
 * How replicas die and come back.
 *
 * @param share of the faults that are such
 * @param losable memories that may be lost at a time, so that the others can go on
 * @param tooMany whether more than that are lost once
 */
public record RestartPlan(double share, int losable, boolean tooMany) {}

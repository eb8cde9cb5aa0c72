package io.synod.simulation.fault;

/**
 * How replicas die and restart.
 *
 * @param share of these faults among all
 * @param losable how many replicas may lack their state at a time, so that the others can make up
 *     for it
 * @param tooMany whether more than that are lost once
 */
public record RestartPlan(double share, int losable, boolean tooMany) {}

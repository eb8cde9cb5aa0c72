package io.synod.simulation.service;

/**
 * What the service does.
 *
 * @param setsTimers whether some requests set and cancel timers
 * @param eventBytesMax of the events that some requests publish; 0 if none do
 * @param throwsSometimes whether it throws at some requests, at which it halts then
 * @param user the service of a user that runs beside it; null for none
 */
public record ServicePlan(
    boolean setsTimers, int eventBytesMax, boolean throwsSometimes, UserService user) {}

package io.synod.core.session;

/**
 * A session table as it was when it was captured. Never changes, so any thread may read it; nobody
 * changes the arrays.
 *
 * @param open the open sessions, least recently active first
 * @param over those that are over and remembered, by the time of their end, earliest first
 */
public record CapturedSessions(CapturedSession[] open, CapturedSession[] over) {}

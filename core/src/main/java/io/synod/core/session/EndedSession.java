package io.synod.core.session;

import io.synod.service.SessionEnd;

/** A session that has just ended, and why. */
public record EndedSession(long session, SessionEnd end) {}

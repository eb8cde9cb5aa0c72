package io.synod.chaos.timeline;

/**
 * The role that a replica reported over a span of time.
 *
 * @param role such as {@code leader}; {@code full} if it waits for space on its disk
 */
public record RoleSpan(int replica, String role, Span span) {}

package io.synod.chaos.timeline;

/**
 * What a replica told of itself for a while.
 *
 * @param role such as {@code leader}; {@code full} if it waits for space on its disk
 */
public record RoleSpan(int replica, String role, Span span) {}

package io.synod.core.execution;

import io.synod.core.command.SkipEntry;

/**
 * A request at which the service threw an exception, where that stops it ({@code
 * service.on-exception = stop}). Nothing behind it is executed until it is skipped.
 *
 * @param request its slot and its index there
 * @param session that sent it
 * @param sequence of the request in its session
 * @param exception what the service threw, as text
 */
public record Halt(SkipEntry request, long session, long sequence, String exception) {}

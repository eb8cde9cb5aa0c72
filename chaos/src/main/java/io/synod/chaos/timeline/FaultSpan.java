package io.synod.chaos.timeline;

import io.synod.chaos.fault.Fault;

/** A fault, and when it was really there. */
public record FaultSpan(Fault fault, Span span) {}

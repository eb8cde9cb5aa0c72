/** Operators, and processes that no replica knows and that send arbitrary messages. */
package io.synod.simulation.stranger;

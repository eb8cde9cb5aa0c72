/** Processes that no replica knows and that send what they like. */
package io.synod.simulation.stranger;

/**
 * Seeded fuzzing: makes inputs of valid ones, feeds them to a target, watches time and memory, and
 * keeps what was found. For tests only; imports nothing but the JDK.
 */
package io.synod.fuzzing;

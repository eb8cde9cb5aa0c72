/**
 * JMH benchmarks of what runs for every request or batch; {@code scripts/jmh} runs them. Each state
 * belongs to one thread. Imports core, network's wire and service.
 */
package io.synod.benchmarks.micro;

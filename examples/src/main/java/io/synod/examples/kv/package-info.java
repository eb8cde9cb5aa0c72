/**
 * The replicated key-value service and the process that runs one replica of it; the service belongs
 * to the service thread; may import everything of the example.
 */
package io.synod.examples.kv;

/**
 * The replicated key-value service and the process that runs one replica of it. The service belongs
 * to the service thread; may import the whole example.
 */
package io.synod.examples.kv;

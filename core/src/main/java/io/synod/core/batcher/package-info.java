/** Requests become batches. Batcher thread; imports command, cluster and time. */
package io.synod.core.batcher;

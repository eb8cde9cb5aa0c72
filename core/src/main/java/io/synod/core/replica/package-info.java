/**
 * The roles of one replica and their transitions. Protocol thread; imports all of core but batcher,
 * session and execution.
 */
package io.synod.core.replica;

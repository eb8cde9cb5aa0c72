/**
 * Frames that no client and no replica would send, and such as they would send in another order:
 * what attacks real processes and what the simulation's strangers send. The same random source
 * gives the same frames.
 */
package io.synod.strangers;

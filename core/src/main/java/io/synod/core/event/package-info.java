/** The inputs of a replica's core. Immutable, any thread; imports message, cluster and command. */
package io.synod.core.event;

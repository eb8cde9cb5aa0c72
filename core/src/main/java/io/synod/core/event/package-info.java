/** What a replica's core is told. Immutable, any thread; imports message, cluster and command. */
package io.synod.core.event;

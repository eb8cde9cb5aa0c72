/** The messages between replicas. Immutable, any thread; imports cluster and command. */
package io.synod.core.message;

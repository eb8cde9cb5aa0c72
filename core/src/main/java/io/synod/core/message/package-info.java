/** What replicas tell each other. Immutable, any thread; imports cluster and command. */
package io.synod.core.message;

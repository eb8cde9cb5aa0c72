/** What a step wants done. Protocol thread; imports message, cluster and command. */
package io.synod.core.effect;

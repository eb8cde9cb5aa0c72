/** The effects of a step. Protocol thread; imports message, cluster and command. */
package io.synod.core.effect;

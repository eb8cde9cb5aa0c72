/** A replica, a learner, and the promotion of a learner. Any thread; imports their assembly. */
package io.synod.replica;

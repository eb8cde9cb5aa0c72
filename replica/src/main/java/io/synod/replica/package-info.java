/**
 * A replica, a learner, the promotion of a learner, a restored backup and a forced quorum. Any
 * thread; imports the assembly, the configuration and the storage.
 */
package io.synod.replica;

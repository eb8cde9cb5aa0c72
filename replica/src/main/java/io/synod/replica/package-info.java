/** One replica, assembled and started. Any thread; imports everything but the client. */
package io.synod.replica;

/** Promises and votes. Protocol thread; imports log, effect, message and cluster. */
package io.synod.core.acceptor;

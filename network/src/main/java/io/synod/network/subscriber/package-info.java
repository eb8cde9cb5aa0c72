/** The subscriber's side of a client port: one connection to a source, and from one to the next. */
package io.synod.network.subscriber;

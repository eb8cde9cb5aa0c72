/** An order book whose fills reach both sides as events. */
package io.synod.examples.exchange;

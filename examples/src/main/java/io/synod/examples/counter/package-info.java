/** A minimal service; its state belongs to the service thread; imports Synod's API. */
package io.synod.examples.counter;

/** Decisions, delivered in slot order. Protocol thread; imports log, effect and below. */
package io.synod.core.learner;

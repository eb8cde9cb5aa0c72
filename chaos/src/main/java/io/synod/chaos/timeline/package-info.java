/**
 * The timeline of a run (answers, roles and faults) and its picture. Any thread; may import the
 * fault package.
 */
package io.synod.chaos.timeline;

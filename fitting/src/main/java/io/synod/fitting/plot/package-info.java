/**
 * Pictures of a fit and of advice, as PNG. On the caller's thread; imports what it draws. Needs the
 * JVM's headless graphics and a font.
 */
package io.synod.fitting.plot;

/**
 * Child processes on this JVM's class path. A child reports its progress in lines on its standard
 * output, writes its log to standard error, and ends when its standard input ends, so that no
 * parent leaves one behind. Imports nothing.
 */
package io.synod.process;

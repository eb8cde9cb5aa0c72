/** Whole scenarios of real replicas on virtual time, line by line, in an engineer's words. */
package io.synod.core.transcript;

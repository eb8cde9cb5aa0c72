/**
 * Whole scenarios of real replicas on virtual time, line by line as an engineer would tell them.
 */
package io.synod.core.transcript;

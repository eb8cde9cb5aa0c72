/**
 * Executing decided batches, and capturing and restoring what that has led to. Service thread, but
 * a captured state is written by another; imports session, command, check and the service API.
 */
package io.synod.core.execution;

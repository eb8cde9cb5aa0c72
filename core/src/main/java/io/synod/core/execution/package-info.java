/**
 * Executing decided batches. Service thread; imports session, command, check and the service API.
 */
package io.synod.core.execution;

/**
 * What is replicated: batches of requests, in the bytes in which they travel. Any thread; imports
 * check.
 */
package io.synod.core.command;

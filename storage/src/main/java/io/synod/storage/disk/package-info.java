/** Files as durable storage needs them. Any thread, one at a time; imports nothing. */
package io.synod.storage.disk;

/** What formats of the wire and of files have in common. Any thread; imports core's checks. */
package io.synod.core.format;

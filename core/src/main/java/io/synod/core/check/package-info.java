/** Checks that stay on in production. Any thread; imports nothing. */
package io.synod.core.check;

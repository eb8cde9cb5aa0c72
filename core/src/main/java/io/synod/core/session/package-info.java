/** Exactly-once: sessions, their sequences and answers. Service thread; imports check. */
package io.synod.core.session;

/** Looks for calls that a deterministic service must not make, in its class files. */
package io.synod.testkit.scan;

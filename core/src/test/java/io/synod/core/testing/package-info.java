/** Fixtures of the core's tests. The test's thread; imports all of core. */
package io.synod.core.testing;

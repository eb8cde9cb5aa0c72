/** Runs a history on several copies of a service, which must agree. */
package io.synod.testkit.copy;

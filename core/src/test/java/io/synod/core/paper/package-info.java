/** One test for each sentence of the literature that the core relies on. Imports the fixtures. */
package io.synod.core.paper;

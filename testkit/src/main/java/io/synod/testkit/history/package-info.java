/** Histories of requests, and the search for the shortest one that shows a mistake. */
package io.synod.testkit.history;

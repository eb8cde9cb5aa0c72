/** Memberships and their changes. Values; any thread. Imports cluster, command and check. */
package io.synod.core.membership;

/** Accounts and transfers, with commands of their own type and a digest. */
package io.synod.examples.bank;

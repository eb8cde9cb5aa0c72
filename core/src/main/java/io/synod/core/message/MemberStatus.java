package io.synod.core.message;

/**
 * Whether a replica is a member, so that its promises and votes count, or how far it is from that.
 */
public enum MemberStatus {
  /** It starts with an empty directory, and no member has reported an earlier incarnation of it. */
  NEW,
  /** It has lost promises or votes; it does not promise, vote or lead until it has joined again. */
  RECOVERING,
  /** It promises, votes and may lead. */
  MEMBER
}

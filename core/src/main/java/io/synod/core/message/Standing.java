package io.synod.core.message;

/** Whether a replica takes part. */
public enum Standing {
  /** It remembers nothing, and does not know of anything that it should remember. */
  NEW,
  /** It has forgotten what it should remember, and takes part in nothing until it has joined. */
  RECOVERING,
  /** It takes part. */
  MEMBER
}

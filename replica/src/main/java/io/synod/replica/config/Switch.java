package io.synod.replica.config;

/** Whether something is done at all. */
public enum Switch {
  ON,
  OFF
}

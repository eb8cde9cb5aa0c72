package io.synod.replica.config;

import java.util.Locale;

/** How sockets are driven. */
public enum TransportChoice {
  /** Epoll where the machine has it, else NIO. */
  AUTO,
  EPOLL,
  IO_URING,
  NIO;

  /** Its name in lower case; empty if it is left to the machine. */
  public String text() {
    return this == AUTO ? "" : name().toLowerCase(Locale.ROOT);
  }
}

package io.synod.client;

import java.io.IOException;

/** A replica of another cluster has answered. */
final class OtherClusterException extends IOException {
  private static final long serialVersionUID = 1L;

  OtherClusterException(String message) {
    super(message);
  }
}

package io.synod.core.format;

import java.io.IOException;

/** An extension that breaks a rule of {@link Extension}; the message says which one. */
public final class MalformedExtension extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedExtension(String format, Object... values) {
    super(format.formatted(values));
  }
}

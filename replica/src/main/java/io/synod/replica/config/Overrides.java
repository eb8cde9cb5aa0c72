package io.synod.replica.config;

import java.util.List;

/** Reads what stands behind {@code --set}. */
final class Overrides {
  private static final String ORIGIN = "--set";

  private Overrides() {}

  static void read(List<String> overrides, ConfigDraft draft) {
    for (String override : overrides) {
      int equals = override.indexOf('=');
      String key = equals < 0 ? "" : override.substring(0, equals).strip();
      if (key.isEmpty()) {
        draft.problem(ORIGIN, "", "'" + Text.shortened(override) + "' is not key=value");
      } else {
        draft.put(key, override.substring(equals + 1).strip(), ORIGIN);
      }
    }
  }
}

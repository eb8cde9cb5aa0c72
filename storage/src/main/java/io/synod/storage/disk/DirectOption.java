package io.synod.storage.disk;

import java.nio.file.OpenOption;

/**
 * The option to write past the system's memory. It is looked up by name, because compilers from JDK
 * 25 on warn of its class where it is named in a program, and no annotation silences them.
 */
final class DirectOption {
  private static final String TYPE = "com.sun.nio.file.ExtendedOpenOption";
  private static final String NAME = "DIRECT";

  private DirectOption() {}

  /**
   * @throws UnsupportedOperationException if this JVM has none
   */
  static OpenOption find() {
    try {
      for (Object constant : Class.forName(TYPE).getEnumConstants()) {
        if (constant instanceof OpenOption option && constant.toString().equals(NAME)) {
          return option;
        }
      }
    } catch (ClassNotFoundException otherJvm) {
      throw new UnsupportedOperationException("this JVM has no " + TYPE, otherJvm);
    }
    throw new UnsupportedOperationException(TYPE + " has no " + NAME);
  }
}

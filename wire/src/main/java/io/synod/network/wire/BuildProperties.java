package io.synod.network.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What the build knew. It lies beside this class and not in a jar's manifest, so it is the same for
 * class folders, for Synod's jars and for a jar that an embedder made of them.
 */
public final class BuildProperties {
  private BuildProperties() {}

  /** The version of Synod. */
  public static String synodVersion() {
    return value("synod.version");
  }

  /** The version of Netty that Synod was built with. */
  public static String nettyVersion() {
    return value("netty.version");
  }

  private static String value(String name) {
    Properties properties = new Properties();
    try (InputStream in = BuildProperties.class.getResourceAsStream("build.properties")) {
      if (in == null) {
        throw new IllegalStateException(
            "the class path has Synod's classes without the resource build.properties beside"
                + " BuildProperties: a tool that repacks jars must keep it");
      }
      properties.load(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return properties.getProperty(name);
  }
}

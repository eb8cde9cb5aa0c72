package io.synod.network.transport;

import io.netty.util.Version;
import io.synod.network.wire.BuildProperties;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the Netty of the class path with the one that Synod was built with, before anything else
 * of Netty is loaded: a framework that pins an older one would end a replica later, with a missing
 * class or method. Any thread.
 */
public final class NettyCheck {
  private static final Logger LOG = LoggerFactory.getLogger(NettyCheck.class);

  // What Synod uses. Other artifacts may have any version: a library may hold a copy of its own.
  private static final Set<String> USED =
      Set.of("netty-common", "netty-buffer", "netty-resolver", "netty-transport");

  private static final String USED_TRANSPORTS = "netty-transport-";

  private static volatile boolean passed;

  private NettyCheck() {}

  /**
   * A replica, a learner and a client call it first when they start.
   *
   * @throws IllegalStateException if a part of Netty is too old, or two parts differ; says which
   */
  public static void pass() {
    if (passed) {
      return;
    }
    Map<String, String> found = new TreeMap<>();
    Version.identify(NettyCheck.class.getClassLoader())
        .forEach((artifact, version) -> found.put(artifact, version.artifactVersion()));
    String warning = examine(found, BuildProperties.nettyVersion());
    if (!warning.isEmpty()) {
      LOG.warn(warning);
    }
    passed = true;
  }

  /**
   * @param found the version of each artifact; those that say none are not in it
   * @return a warning; empty if all is well
   * @throws IllegalStateException if Synod would not run with it
   */
  static String examine(Map<String, String> found, String builtWith) {
    Map<String, TreeSet<String>> artifacts = new TreeMap<>();
    found.forEach(
        (artifact, version) -> {
          if (USED.contains(artifact) || artifact.startsWith(USED_TRANSPORTS)) {
            artifacts.computeIfAbsent(version, none -> new TreeSet<>()).add(artifact);
          }
        });
    NettyVersion needed = NettyVersion.parse(builtWith);
    boolean isTooOld =
        artifacts.keySet().stream().anyMatch(it -> NettyVersion.parse(it).isOlderThan(needed));
    if (isTooOld || artifacts.size() > 1) {
      throw new IllegalStateException(refusal(artifacts, needed, builtWith));
    }
    boolean isNewer =
        artifacts.keySet().stream()
            .anyMatch(it -> NettyVersion.parse(it).isOfNewerLineThan(needed));
    return isNewer
        ? """
            the class path has Netty %s; Synod was tested with %s, so a missing class or method may \
            follow: set netty.version to %s if one does"""
            .formatted(artifacts.keySet().iterator().next(), builtWith, builtWith)
        : "";
  }

  private static String refusal(
      Map<String, TreeSet<String>> artifacts, NettyVersion needed, String builtWith) {
    String found =
        artifacts.entrySet().stream()
            .map(entry -> entry.getKey() + " of " + String.join(", ", entry.getValue()))
            .collect(Collectors.joining("; and "));
    return """
        the class path has Netty %s; Synod needs %s or a newer %s, the same of every part, and would \
        fail later with a missing class or method: if a framework's BOM pins another version, set \
        its property netty.version to %s, or import io.netty:netty-bom:%s before it"""
        .formatted(found, builtWith, needed.line(), builtWith, builtWith);
  }
}

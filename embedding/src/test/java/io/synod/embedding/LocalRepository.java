package io.synod.embedding;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Maven repository of its own into which Synod's modules are installed, as by their build. */
final class LocalRepository {
  private static final String VERSION = "0.1.0";
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(synod[\\w-]*)</artifactId>");
  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*</parent>");
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private final Path folder;

  /**
   * @param folder an empty one
   */
  LocalRepository(Path folder) throws IOException {
    this.folder = folder;
    installPom(ROOT.resolve("pom.xml"));
    installPom(ROOT.resolve("bom").resolve("pom.xml"));
    for (Path entry : RuntimeJars.ofTests()) {
      if (RuntimeJars.isOfSynod(entry)) {
        install(entry);
      }
    }
  }

  Path folder() {
    return folder;
  }

  /** A module's jar, or the folder of its classes, in its folder {@code target}. */
  private void install(Path entry) throws IOException {
    Path module = entry.getParent().getParent();
    Path jar = installPom(module.resolve("pom.xml"));
    if (Files.isDirectory(entry)) {
      try (OutputStream out = Files.newOutputStream(jar)) {
        RuntimeJars.zip(entry, out);
      }
    } else {
      Files.copy(entry, jar);
    }
  }

  /** Returns where its jar belongs. */
  private Path installPom(Path pom) throws IOException {
    String text = Files.readString(pom);
    Matcher matcher = ARTIFACT.matcher(PARENT.matcher(text).replaceFirst(""));
    if (!matcher.find()) {
      throw new IOException(pom + " names no artifact");
    }
    String artifact = matcher.group(1);
    Path place = folder.resolve("io/synod").resolve(artifact).resolve(VERSION);
    Files.createDirectories(place);
    Files.writeString(place.resolve(artifact + "-" + VERSION + ".pom"), text);
    return place.resolve(artifact + "-" + VERSION + ".jar");
  }
}

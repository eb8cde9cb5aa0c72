package io.synod.embedding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Netty's jars as if they were of 4.1: they say that version, and what 4.2 has brought is missing,
 * which are the event loops that take their transport as an argument, and io_uring.
 */
final class OlderNetty {
  static final String VERSION = "4.1.118.Final";

  private static final Pattern BROUGHT_BY_4_2 =
      Pattern.compile(
          "io/netty/channel/(\\w+/)?\\w*Io(Event|Handle|Handler|Ops|Regist)\\w*\\.class");

  private OlderNetty() {}

  /** The class path with older jars, which are written to {@code folder}, in place of Netty's. */
  static List<Path> insteadOf(List<Path> classPath, Path folder) throws IOException {
    List<Path> older = new ArrayList<>();
    for (Path entry : classPath) {
      String name = entry.getFileName().toString();
      if (!name.startsWith("netty-")) {
        older.add(entry);
      } else if (!name.contains("io_uring")) {
        older.add(rewritten(entry, folder.resolve(name)));
      }
    }
    return older;
  }

  private static Path rewritten(Path jar, Path older) throws IOException {
    try (JarFile from = new JarFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(older))) {
      // It is soon deleted.
      to.setLevel(Deflater.NO_COMPRESSION);
      for (Enumeration<JarEntry> all = from.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (entry.isDirectory() || BROUGHT_BY_4_2.matcher(entry.getName()).matches()) {
          continue;
        }
        to.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream in = from.getInputStream(entry)) {
          to.write(rewritten(entry.getName(), in.readAllBytes()));
        }
        to.closeEntry();
      }
    }
    return older;
  }

  private static byte[] rewritten(String name, byte[] bytes) {
    if (!name.equals("META-INF/io.netty.versions.properties")) {
      return bytes;
    }
    return new String(bytes, StandardCharsets.ISO_8859_1)
        .replaceAll("(?m)\\.version=.*$", ".version=" + VERSION)
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}

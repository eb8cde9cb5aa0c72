package io.synod.simulation.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An error that can be put into the source of one class.
 *
 * @param error what it does, in words
 * @param type where, below {@code io.synod}: module, packages and class, with dots
 * @param edits that put it in; more than one where each would be made up for by what another undoes
 * @param seed that finds it, for simulations whose seeds are not in the table of docs/mutations.md
 */
record Mutant(String error, String type, List<Edit> edits, long seed) {

  /**
   * @param was text that the source holds exactly once
   * @param becomes what stands there instead
   */
  record Edit(String was, String becomes) {}

  Mutant(String error, String type, List<Edit> edits) {
    this(error, type, edits, 1);
  }

  Mutant(String error, String type, String was, String becomes) {
    this(error, type, was, becomes, 1);
  }

  Mutant(String error, String type, String was, String becomes, long seed) {
    this(error, type, List.of(new Edit(was, becomes)), seed);
  }

  String className() {
    return "io.synod." + type;
  }

  /** Of the class, without its packages. */
  String simpleName() {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** The source with the error in. */
  String source() {
    Path file = Path.of("..", module(), "src/main/java/io/synod", type.replace('.', '/') + ".java");
    String source = read(file);
    for (Edit edit : edits) {
      source = edited(source, edit, file);
    }
    return source;
  }

  /** The folder of its module. */
  String module() {
    boolean isWire = type.startsWith("network.wire.") || type.startsWith("network.transport.");
    return isWire ? "wire" : type.substring(0, type.indexOf('.'));
  }

  private String edited(String source, Edit edit, Path file) {
    int at = source.indexOf(edit.was);
    if (at < 0 || source.indexOf(edit.was, at + 1) >= 0) {
      throw new IllegalStateException(
          "the mutant \"%s\" must be adapted: its text occurs %s in %s"
              .formatted(error, at < 0 ? "nowhere" : "more than once", file));
    }
    return source.substring(0, at) + edit.becomes + source.substring(at + edit.was.length());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String toString() {
    return error;
  }
}

package io.synod.laboratory;

import io.synod.cli.CommandFailure;
import io.synod.fitting.fit.CostFit;
import io.synod.fitting.plot.FitPlot;
import io.synod.fitting.profile.ProfileFile;
import io.synod.tuning.model.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The files that a command writes once all is measured. They are checked before, so that one that
 * cannot be written fails the command at once.
 */
final class OutputFiles {
  private OutputFiles() {}

  /**
   * Makes a folder of files.
   *
   * @param option of the folder
   * @throws ParameterException if a file cannot be written in it
   */
  static void checkIn(Path folder, List<Path> files, String option, CommandSpec spec) {
    try {
      Files.createDirectories(folder);
    } catch (IOException cannotMake) {
      throw refused(folder, option, spec, cannotMake);
    }
    files.forEach(file -> check(file, option, spec));
  }

  /**
   * An existing file stays as it is.
   *
   * @throws ParameterException if it cannot be written
   */
  static void check(Path file, String option, CommandSpec spec) {
    try {
      boolean isNew = !Files.exists(file);
      Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (isNew) {
        Files.delete(file);
      }
    } catch (IOException cannotWrite) {
      throw refused(file, option, spec, cannotWrite);
    }
  }

  private static ParameterException refused(
      Path path, String option, CommandSpec spec, IOException reason) {
    return new ParameterException(
        spec.commandLine(),
        "%s %s: cannot be written (%s); choose another one".formatted(option, path, reason),
        reason);
  }

  /** Writes a fit; no profile if it explains too little. */
  static void write(CostFit fit, Sharing sharing, Path profile, Path picture) {
    try {
      if (fit.isClose()) {
        Files.writeString(profile, ProfileFile.text(fit, sharing));
      }
      FitPlot.write(fit, picture);
    } catch (IOException refused) {
      throw new CommandFailure("cannot write: " + refused, refused);
    }
  }
}

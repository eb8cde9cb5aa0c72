package io.synod.fitting.profile;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.regression.Coefficient;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Sharing;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A profile as lines of {@code key = value}, like a cluster's settings; lines that begin with # are
 * skipped.
 */
public final class ProfileFile {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,18})?");
  private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");
  private static final MathContext DIGITS = new MathContext(6);

  private ProfileFile() {}

  /**
   * The text that {@link #read} reads, with the confidence intervals as comments.
   *
   * @param sharing what was found beside the costs; {@link Sharing#NONE} if nothing was
   */
  public static String text(CostFit fit, Sharing sharing) {
    Profile profile = Profile.of(fit, sharing);
    StringBuilder text = new StringBuilder();
    text.append("# CPU cost of an instance on this leader, in ms, as fitted by synod fit --from ")
        .append(fit.source().word())
        .append(",\n# %d intervals. For synod tune.\n".formatted(fit.points().size()));
    List<Coefficient> coefficients = fit.coefficients();
    for (int index = 0; index < coefficients.size(); index++) {
      Coefficient coefficient = coefficients.get(index);
      ProfileKey key = ProfileKey.values()[index];
      text.append(
          "\n# %s; %s to %s at 95 %%\n"
              .formatted(key.meaning(), number(coefficient.low()), number(coefficient.high())));
      text.append("%s = %s\n".formatted(key.text(), number(coefficient.value())));
    }
    if (!sharing.equals(Sharing.NONE)) {
      append(text, ProfileKey.PASSING, number(sharing.passing()));
      append(text, ProfileKey.OTHERS_REQUEST, number(sharing.millisPerRequest()));
      append(text, ProfileKey.OTHERS_KIB, number(sharing.millisPerKib()));
      append(text, ProfileKey.WAIT, number(sharing.waitMillis()));
    }
    append(text, ProfileKey.REPLICAS, String.valueOf(profile.replicas()));
    append(text, ProfileKey.ANSWER_BYTES, String.valueOf(profile.answerBytes()));
    return text.toString();
  }

  private static void append(StringBuilder text, ProfileKey key, String value) {
    text.append("\n# %s\n%s = %s\n".formatted(key.meaning(), key.text(), value));
  }

  private static String number(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /**
   * @throws ProfileException if the file cannot be read or is no profile
   */
  public static Profile read(Path file) {
    Map<ProfileKey, Double> values = new EnumMap<>(ProfileKey.class);
    List<String> lines = lines(file);
    for (int index = 0; index < lines.size(); index++) {
      String line = lines.get(index).strip();
      if (!line.isEmpty() && line.charAt(0) != '#') {
        readLine(line, file + ":" + (index + 1), values);
      }
    }
    for (ProfileKey key : ProfileKey.values()) {
      if (!values.containsKey(key) && !key.isOptional()) {
        throw new ProfileException(
            "%s: there is no %s; synod fit writes a whole profile".formatted(file, key.text()));
      }
    }
    return profile(file, values);
  }

  private static void readLine(String line, String place, Map<ProfileKey, Double> values) {
    int equals = line.indexOf('=');
    if (equals < 1) {
      throw new ProfileException(place + ": not key = value");
    }
    String name = line.substring(0, equals).strip();
    String value = line.substring(equals + 1).strip();
    ProfileKey key = key(place, name);
    boolean isCount = key == ProfileKey.REPLICAS || key == ProfileKey.ANSWER_BYTES;
    if (!(isCount ? COUNT : NUMBER).matcher(value).matches()) {
      throw new ProfileException(
          "%s: %s: '%s' is not a %s from 0 on"
              .formatted(place, name, value, isCount ? "whole number" : "number"));
    }
    if (values.put(key, Double.valueOf(value)) != null) {
      throw new ProfileException("%s: %s is already set above".formatted(place, name));
    }
  }

  private static ProfileKey key(String place, String name) {
    try {
      return ProfileKey.of(name);
    } catch (IllegalArgumentException unknown) {
      throw new ProfileException("%s: %s: %s".formatted(place, name, unknown.getMessage()));
    }
  }

  private static Profile profile(Path file, Map<ProfileKey, Double> values) {
    CpuCosts costs =
        new CpuCosts(
            new LinearCost(
                values.get(ProfileKey.CLIENT_SLOPE), values.get(ProfileKey.CLIENT_CONSTANT)),
            new LinearCost(
                values.get(ProfileKey.REPLICA_SLOPE), values.get(ProfileKey.REPLICA_CONSTANT)),
            values.get(ProfileKey.EXECUTION));
    try {
      return new Profile(
          costs,
          new Sharing(
              values.getOrDefault(ProfileKey.PASSING, Sharing.NONE.passing()),
              values.getOrDefault(ProfileKey.OTHERS_REQUEST, 0.0),
              values.getOrDefault(ProfileKey.OTHERS_KIB, 0.0),
              values.getOrDefault(ProfileKey.WAIT, 0.0)),
          values.get(ProfileKey.REPLICAS).intValue(),
          values.get(ProfileKey.ANSWER_BYTES).intValue());
    } catch (IllegalArgumentException impossible) {
      throw new ProfileException(file + ": " + impossible.getMessage());
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException missing) {
      throw new ProfileException(file + ": there is no such file; synod fit writes one");
    } catch (AccessDeniedException denied) {
      throw new ProfileException(file + ": may not be read");
    } catch (CharacterCodingException notText) {
      throw new ProfileException(file + ": is not text in UTF-8");
    } catch (IOException broken) {
      String what = Files.isDirectory(file) ? "is a directory" : "cannot be read: " + broken;
      throw new ProfileException(file + ": " + what);
    }
  }
}

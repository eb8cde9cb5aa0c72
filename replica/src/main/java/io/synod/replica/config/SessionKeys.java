package io.synod.replica.config;

import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The limits of sessions by their keys. A cluster begins with those of its properties files;
 * afterwards they are changed through the log.
 */
public final class SessionKeys {
  private static final String ASSIGNED = "=";
  private static final Set<Setting> LIMITS = values(new SessionSettings(1000, 1, 1)).keySet();

  private SessionKeys() {}

  /**
   * {@code session} with other values.
   *
   * @param changes {@code key=value} each; of two with the same key the later one holds
   * @throws IllegalArgumentException if one is not of this form, its key is none of these limits,
   *     or its value is out of range
   */
  public static SessionSettings changed(SessionSettings session, List<String> changes) {
    Map<Setting, Long> values = values(session);
    values.putAll(parsed(changes));
    return of(values);
  }

  /**
   * Checks each change for itself, before it is known what holds now.
   *
   * @param changes as {@link #changed} takes them
   * @throws IllegalArgumentException if one is not of this form, its key is none of these limits,
   *     or its value can never be
   */
  public static void check(List<String> changes) {
    parsed(changes);
  }

  private static Map<Setting, Long> parsed(List<String> changes) {
    Map<Setting, Long> parsed = new EnumMap<>(Setting.class);
    for (String change : changes) {
      int at = change.indexOf(ASSIGNED);
      if (at < 0) {
        throw new IllegalArgumentException(
            "'%s' is not of the form KEY=VALUE".formatted(Text.shortened(change)));
      }
      String key = change.substring(0, at).strip();
      Setting setting = Setting.ofKey(key);
      if (setting == null || !LIMITS.contains(setting)) {
        throw new IllegalArgumentException(
            "%s is no limit of sessions: these are %s".formatted(Text.shortened(key), keys()));
      }
      if (parsed.containsKey(setting)) {
        throw new IllegalArgumentException(key + " is given twice");
      }
      try {
        Object value = setting.type().parse(change.substring(at + 1).strip());
        setting.type().check(value);
        parsed.put(setting, (Long) value);
      } catch (IllegalArgumentException unusable) {
        throw new IllegalArgumentException(key + ": " + unusable.getMessage(), unusable);
      }
    }
    return parsed;
  }

  /** Each key with its value as text, in the order of the properties file. */
  public static Map<String, String> texts(SessionSettings session) {
    Map<String, String> texts = new LinkedHashMap<>();
    values(session)
        .forEach((setting, value) -> texts.put(setting.key(), setting.type().format(value)));
    return Collections.unmodifiableMap(texts);
  }

  static Map<Setting, Long> values(SessionSettings session) {
    AnswerLimits answers = session.answers();
    Map<Setting, Long> values = new EnumMap<>(Setting.class);
    values.put(Setting.SESSION_IDLE_TIMEOUT, session.idleMillis());
    values.put(Setting.SESSION_MAX_OUTSTANDING, (long) session.outstandingMax());
    values.put(Setting.SESSION_MAX_COUNT, (long) session.sessionsMax());
    values.put(Setting.SESSION_MAX_ANSWER_BYTES, (long) answers.largestBytes());
    values.put(Setting.SESSION_MAX_KEPT_BYTES, answers.sessionBytes());
    values.put(Setting.SESSION_MAX_ALL_KEPT_BYTES, answers.allBytes());
    values.put(Setting.SESSION_MAX_EVENT_BYTES, session.eventBytesMax());
    return values;
  }

  private static SessionSettings of(Map<Setting, Long> values) {
    AnswerLimits answers =
        new AnswerLimits(
            values.get(Setting.SESSION_MAX_ANSWER_BYTES).intValue(),
            values.get(Setting.SESSION_MAX_KEPT_BYTES),
            values.get(Setting.SESSION_MAX_ALL_KEPT_BYTES));
    return new SessionSettings(
        values.get(Setting.SESSION_IDLE_TIMEOUT),
        values.get(Setting.SESSION_MAX_OUTSTANDING).intValue(),
        values.get(Setting.SESSION_MAX_COUNT).intValue(),
        answers,
        values.get(Setting.SESSION_MAX_EVENT_BYTES));
  }

  private static String keys() {
    return LIMITS.stream().map(Setting::key).collect(Collectors.joining(", "));
  }
}

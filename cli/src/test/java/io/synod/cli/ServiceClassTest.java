package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ServiceClassTest {
  /** Its first use fails, as that of a class does which a newer JDK has compiled. */
  static final class Unusable {
    static final int NUMBER = number();

    private Unusable() {}

    private static int number() {
      throw new IllegalStateException("no number");
    }
  }

  @Test
  void a_service_is_made() {
    assertThat(ServiceClass.create(EchoService.class.getName())).isInstanceOf(EchoService.class);
  }

  @Test
  void a_class_that_is_no_service_or_does_not_load_is_refused_with_the_reason() {
    assertThatThrownBy(() -> ServiceClass.create("no.such.Service"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no class no.such.Service on the class path");
    assertThatThrownBy(() -> ServiceClass.create("java.lang.String"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String does not implement");
    assertThatThrownBy(() -> ServiceClass.create(Unusable.class.getName()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be loaded: java.lang.ExceptionInInitializerError");
  }
}

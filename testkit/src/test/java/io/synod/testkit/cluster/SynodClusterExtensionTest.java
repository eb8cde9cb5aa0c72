package io.synod.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** The message for a context without a test. */
class SynodClusterExtensionTest {

  private static <T> T answering(Class<T> type, Object answer) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> answer);
    return type.cast(proxy);
  }

  @SuppressWarnings("unused")
  private static void beforeAll(TestCluster cluster) {}

  @Test
  void a_context_without_a_test_has_no_cluster() throws Exception {
    Parameter parameter =
        getClass().getDeclaredMethod("beforeAll", TestCluster.class).getParameters()[0];
    assertThatThrownBy(
            () ->
                new SynodClusterExtension()
                    .resolveParameter(
                        answering(ParameterContext.class, parameter),
                        answering(ExtensionContext.class, Optional.empty())))
        .isInstanceOf(ParameterResolutionException.class)
        .hasMessageContaining("take the TestCluster as a parameter of a test");
  }
}

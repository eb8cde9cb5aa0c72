package io.synod.testkit.cluster;

import io.synod.client.SynodClient;
import io.synod.service.Service;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts the cluster that {@link SynodCluster} describes, and ends it after the test. */
final class SynodClusterExtension implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SynodClusterExtension.class);

  private static final String CLUSTER = "cluster";

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestCluster.class || type == SynodClient.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "each test has a cluster of its own, so a constructor, @BeforeAll and @AfterAll have none:"
              + " take the %s as a parameter of a test, of @BeforeEach or of @AfterEach"
                  .formatted(parameter.getParameter().getType().getSimpleName()));
    }
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    TestCluster cluster = store.get(CLUSTER, TestCluster.class);
    if (cluster == null) {
      cluster = start(context);
      store.put(CLUSTER, cluster);
    }
    return parameter.getParameter().getType() == TestCluster.class ? cluster : cluster.client();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestCluster cluster = context.getStore(NAMESPACE).remove(CLUSTER, TestCluster.class);
    if (cluster != null) {
      cluster.close();
    }
  }

  private static Optional<SynodCluster> describedBy(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(
        context.getRequiredTestClass(), SynodCluster.class, context.getEnclosingTestClasses());
  }

  private static TestCluster start(ExtensionContext context) {
    SynodCluster described =
        AnnotationSupport.findAnnotation(context.getElement(), SynodCluster.class)
            .or(() -> describedBy(context))
            .orElseThrow(
                () ->
                    new ExtensionConfigurationException(
                        "no @SynodCluster at the test, its class or a class around it"));
    TestCluster.Builder builder =
        TestCluster.of(() -> instance(described.service())).replicas(described.replicas());
    for (String setting : described.settings()) {
      int at = setting.indexOf('=');
      if (at < 0) {
        throw new ExtensionConfigurationException(
            "the setting '" + setting + "' has no '=': write it as \"durability = sync\"");
      }
      builder.set(setting.substring(0, at).trim(), setting.substring(at + 1).trim());
    }
    return builder.start();
  }

  private static Service instance(Class<? extends Service> type) {
    try {
      Constructor<? extends Service> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (InvocationTargetException thrown) {
      throw new ExtensionConfigurationException(
          "the constructor of " + type.getName() + " has failed", thrown.getCause());
    } catch (ReflectiveOperationException cannot) {
      throw new ExtensionConfigurationException(
          type.getName()
              + " cannot be made: it needs a constructor without parameters, and must be no inner"
              + " class; for any other service use TestCluster.of",
          cannot);
    }
  }
}

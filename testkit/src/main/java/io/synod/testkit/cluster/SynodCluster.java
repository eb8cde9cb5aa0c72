package io.synod.testkit.cluster;

import io.synod.service.Service;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each JUnit 5 test of a class, or one test, a cluster of its own. A test takes a {@link
 * TestCluster}, a {@code SynodClient}, or both as parameters, and so do its {@code BeforeEach} and
 * {@code AfterEach} methods. Nested classes have the cluster of the outer one if they describe
 * none.
 *
 * <pre>
 *   &#64;SynodCluster(service = LockService.class)
 *   class LockServiceTest {
 *     &#64;Test
 *     void locks_survive_their_leader(TestCluster cluster, SynodClient client) throws Exception {
 *       client.execute(request);
 *       cluster.kill(cluster.leader());
 *     }
 *   }
 * </pre>
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(SynodClusterExtension.class)
public @interface SynodCluster {

  /** The service; it has a constructor without parameters, of any visibility. */
  Class<? extends Service> service();

  /** The number of replicas, 1 to 25. */
  int replicas() default 3;

  /**
   * Settings of the replicas, each as in a properties file: {@code "durability = sync"}. The
   * replicas of each test have a folder of their own unless {@code storage.directory} is set.
   */
  String[] settings() default {};
}

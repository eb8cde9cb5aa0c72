package io.synod.benchmarks.yardstick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.RequestFailedException;
import io.synod.client.SynodClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class SkeletonTest {
  private final List<Listening> followers =
      List.of(Listening.follower(0, null), Listening.follower(0, null));
  private final SkeletonLeader leader =
      SkeletonLeader.start(
          new SkeletonSettings(new YardstickSettings("test", 8, 1 << 20, 5_000), 1_000, 2, null),
          followers.stream().map(Listening::port).toList(),
          0);

  @AfterEach
  void close() {
    leader.close();
    followers.forEach(Listening::close);
  }

  @Test
  void answers_all_that_several_clients_send() throws Exception {
    try (SynodClient first = client();
        SynodClient second = client()) {
      List<CompletableFuture<byte[]>> answers = new ArrayList<>();
      for (int index = 0; index < 2_000; index++) {
        answers.add(first.send(new byte[index]));
        answers.add(second.send(new byte[1]));
      }
      for (CompletableFuture<byte[]> answer : answers) {
        assertThat(answer.get(20, TimeUnit.SECONDS)).hasSize(8);
      }
    }
  }

  @Test
  void one_follower_is_enough_for_a_majority_of_three() throws Exception {
    try (Listening one = Listening.follower(0, null);
        StalledFollower stalled = new StalledFollower();
        SkeletonLeader led =
            SkeletonLeader.start(
                new SkeletonSettings(
                    new YardstickSettings("test", 8, 1 << 20, 100), 1_000, 2, null),
                List.of(one.port(), stalled.port()),
                0);
        SynodClient client = client(led.port())) {
      assertThat(client.execute(new byte[128])).hasSize(8);
    }
  }

  @Test
  void nothing_is_answered_without_followers() {
    try (StalledFollower first = new StalledFollower();
        StalledFollower second = new StalledFollower();
        SkeletonLeader led =
            SkeletonLeader.start(
                new SkeletonSettings(
                    new YardstickSettings("test", 8, 1 << 20, 100), 1_000, 2, null),
                List.of(first.port(), second.port()),
                0);
        SynodClient client = client(led.port(), Duration.ofSeconds(1))) {
      assertThat(client.send(new byte[128]))
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .withCauseInstanceOf(RequestFailedException.class);
    }
  }

  @Test
  void an_answered_request_is_in_the_files_of_a_majority(@TempDir Path folder) throws Exception {
    List<Path> directories = List.of(folder.resolve("0"), folder.resolve("1"), folder.resolve("2"));
    for (Path directory : directories) {
      Files.createDirectory(directory);
    }
    try (Listening one = Listening.follower(0, directories.get(1));
        Listening two = Listening.follower(0, directories.get(2));
        SkeletonLeader led =
            SkeletonLeader.start(durable(directories.get(0)), List.of(one.port(), two.port()), 0);
        SynodClient client = client(led.port())) {
      for (int index = 0; index < 50; index++) {
        String request = "request number %d of some".formatted(index);
        assertThat(client.execute(request.getBytes(StandardCharsets.US_ASCII))).hasSize(8);
        int holders = 0;
        for (Path directory : directories) {
          holders += beginning(directory.resolve("batches")).contains(request) ? 1 : 0;
        }
        assertThat(holders).isGreaterThanOrEqualTo(2);
      }
    }
  }

  /** The part that the test writes; the file is as large as a segment from the start. */
  private static String beginning(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(1 << 20), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void the_leaders_own_disk_is_no_majority(@TempDir Path folder) {
    try (StalledFollower first = new StalledFollower();
        StalledFollower second = new StalledFollower();
        SkeletonLeader led =
            SkeletonLeader.start(durable(folder), List.of(first.port(), second.port()), 0);
        SynodClient client = client(led.port(), Duration.ofSeconds(1))) {
      assertThat(client.send(new byte[128]))
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .withCauseInstanceOf(RequestFailedException.class);
    }
  }

  private static SkeletonSettings durable(Path directory) {
    return new SkeletonSettings(
        new YardstickSettings("test", 8, 1 << 20, 100), 1_000, 2, directory);
  }

  @Test
  void a_follower_that_is_not_there_is_an_error_that_names_its_port() {
    SkeletonSettings settings =
        new SkeletonSettings(new YardstickSettings("test", 8, 1 << 20, 100), 1_000, 2, null);
    Listening gone = Listening.follower(0, null);
    int port = gone.port();
    gone.close();
    assertThatThrownBy(() -> SkeletonLeader.start(settings, List.of(port), 0))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(String.valueOf(port));
  }

  private SynodClient client() {
    return client(leader.port());
  }

  private static SynodClient client(int port) {
    return client(port, Duration.ofSeconds(20));
  }

  private static SynodClient client(int port, Duration requestTimeout) {
    return SynodClient.builder()
        .cluster("test")
        .replicas("127.0.0.1:" + port)
        .requestTimeout(requestTimeout)
        .build();
  }
}

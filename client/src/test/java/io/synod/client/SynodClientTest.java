package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Members;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The client over real sockets, against replicas that behave as each test says. */
@Timeout(60)
final class SynodClientTest extends ClientFixture {
  @AfterEach
  void closeAll() throws Exception {
    close();
    awaitNoClientThreads();
  }

  @Test
  void requests_and_queries_are_answered() throws Exception {
    FakeReplica replica = replica(0);
    SynodClient client = client(builder(replica.text()));
    assertThat(client.execute(bytes("one"))).isEqualTo(bytes("one"));
    assertThat(client.executeQuery(bytes("two"))).isEqualTo(bytes("two"));
    assertThat(client.execute(new byte[FakeReplica.PAYLOAD_BYTES]))
        .hasSize(FakeReplica.PAYLOAD_BYTES);
    assertThatThrownBy(() -> client.execute(bytes("!no")))
        .isInstanceOf(ServiceException.class)
        .hasMessage("!no");
  }

  @Test
  void a_client_whose_contact_ends_uses_the_members_that_it_received() throws Exception {
    FakeReplica contact = replica(0);
    FakeReplica added = replica(1);
    contact.members = new Members(1, List.of(new Members.Member(1, added.text())));
    SynodClient client = client(builder(contact.text()));
    assertThat(client.executeQuery(bytes("one"))).isEqualTo(bytes("one"));
    contact.close();
    assertThat(client.executeQuery(bytes("two"))).isEqualTo(bytes("two"));
    assertThat(added.connections()).isPositive();
  }

  @Test
  void many_requests_from_several_threads_are_all_answered_in_few_frames() throws Exception {
    FakeReplica replica = replica(0);
    SynodClient client = client(builder(replica.text()).maxOutstanding(256));
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    for (int sender = 0; sender < 3; sender++) {
      Thread thread =
          new Thread(
              () -> {
                for (int count = 0; count < 1000; count++) {
                  CompletableFuture<byte[]> request = client.send(bytes("request " + count));
                  synchronized (sent) {
                    sent.add(request);
                  }
                }
              });
      thread.start();
      senders.add(thread);
    }
    for (Thread sender : senders) {
      sender.join();
    }
    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
    assertThat(replica.executed).hasValue(3000);
  }

  @Test
  void a_request_of_a_callback_is_sent() {
    SynodClient client = client(builder(replica(0).text()));
    CompletableFuture<byte[]> chain = client.send(bytes("0"));
    for (int link = 1; link <= 100; link++) {
      byte[] next = bytes("" + link);
      chain = chain.thenCompose(answer -> client.send(next));
    }
    assertAnswered(chain, "100");
  }

  @Test
  void an_interrupted_caller_stops_waiting() throws Exception {
    FakeReplica replica = replica(0);
    replica.silent = true;
    SynodClient client = client(builder(replica.text()));
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                client.execute(bytes("a"));
              } catch (Exception failure) {
                end.complete(failure);
              }
            });
    caller.start();
    caller.interrupt();
    assertThat(end).succeedsWithin(LONG).isInstanceOf(InterruptedException.class);
    caller.join();
  }

  @Test
  void waiting_on_the_event_loop_is_refused() {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-shared");
    EventLoop loop = loops.next();
    SynodClient client = client(builder(replica(0).text()).eventLoop(loop));
    assertThat(loop.submit(() -> client.execute(bytes("a"))))
        .failsWithin(LONG)
        .withThrowableThat()
        .withMessageContaining("must not wait");
    client.close();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void a_follower_s_word_about_the_leader_is_followed_also_out_of_the_list() {
    FakeReplica leader = replica(1);
    FakeReplica follower = replica(0);
    follower.leadership = FakeReplica.leads(1, 1, leader.text());
    SynodClient client = client(builder(follower.text()));
    assertAnswered(client.send(bytes("a")), "a");
    assertThat(leader.executed).hasValue(1);
  }

  @Test
  void when_the_leader_changes_what_is_unanswered_goes_to_the_new_one() {
    FakeReplica old = replica(0);
    FakeReplica successor = replica(1);
    old.silent = true;
    SynodClient client =
        client(builder(old.text()).retryInterval(Duration.ofMinutes(5)).connectTimeout(LONG));
    CompletableFuture<byte[]> request = client.send(bytes("a"));
    CompletableFuture<byte[]> query = client.query(bytes("b"));
    await(() -> old.connections() == 1);
    successor.leadership = FakeReplica.leads(1, 2, successor.text());
    old.announce(successor.leadership);
    assertAnswered(request, "a");
    assertAnswered(query, "b");
  }

  @Test
  void each_consistency_is_asked_for_in_frames_of_its_own() {
    FakeReplica replica = replica(0);
    SynodClient client =
        client(builder(replica.text()).retryInterval(Duration.ofMinutes(5)).connectTimeout(LONG));
    Consistency bounded = Consistency.bounded(Duration.ofMillis(20));
    List<Consistency> asked =
        List.of(Consistency.LEADER, Consistency.QUORUM, bounded, Consistency.STALE);
    for (Consistency consistency : asked) {
      assertAnswered(client.query(bytes("q"), consistency), "q");
    }
    assertThat(replica.queried).containsExactlyElementsOf(asked);
    assertThat(replica.connections()).as("leader's and proxy's").isEqualTo(2);
    assertThat(replica.executed).hasValue(0);
  }

  @Test
  void a_query_through_the_log_is_a_request_of_the_session() {
    FakeReplica replica = replica(0);
    SynodClient client = client(builder(replica.text()));
    assertAnswered(client.send(bytes("a")), "a");
    assertAnswered(client.query(bytes("b"), Consistency.LOG), "b");
    assertThat(replica.executed).hasValue(2);
    assertThat(replica.queried).isEmpty();
  }

  @Test
  void a_query_that_any_replica_may_answer_needs_no_leader() {
    FakeReplica replica = replica(0);
    replica.leadership = FakeReplica.leads(Leadership.UNKNOWN, 1, "");
    SynodClient client = client(builder(replica.text()));
    assertAnswered(client.query(bytes("q"), Consistency.QUORUM), "q");
  }

  /** As a replica does that was a learner before, and has its address. */
  @Test
  void learners_stay_those_that_were_given_though_one_reports_members() {
    FakeReplica replica = replica(0);
    FakeReplica learner = replica(1);
    learner.members = new Members(1, List.of(new Members.Member(0, replica.text())));
    SynodClient client = client(builder(replica.text()).learners(learner.text()));
    for (int asked = 1; asked <= 3; asked++) {
      assertAnswered(client.query(bytes("q"), Consistency.STALE), "q");
      learner.disconnectAll();
    }
    assertThat(learner.queried).hasSizeGreaterThanOrEqualTo(3);
    assertThat(replica.queried).isEmpty();
  }

  @Test
  void a_proxy_that_refuses_or_is_silent_or_dead_is_left_for_another_replica() throws Exception {
    FakeReplica silent = replica(0);
    silent.silent = true;
    FakeReplica refusing = replica(1);
    refusing.refusesReads = true;
    FakeReplica good = replica(2);
    try (DeadPort dead = new DeadPort()) {
      String all = String.join(",", silent.text(), refusing.text(), good.text(), dead.text());
      for (int index = 0; index < 8; index++) {
        try (SynodClient client = builder(all).retryInterval(Duration.ofMillis(200)).build()) {
          assertAnswered(client.query(bytes("q"), Consistency.QUORUM), "q");
        }
      }
    }
    assertThat(good.queried).hasSizeGreaterThanOrEqualTo(8);
  }

  @Test
  void a_query_that_no_replica_answers_fails_in_time_and_says_why() {
    FakeReplica silent = replica(0);
    silent.silent = true;
    SynodClient client = client(builder(silent.text()).requestTimeout(Duration.ofMillis(300)));
    for (Consistency consistency : List.of(Consistency.STALE, Consistency.LOG)) {
      assertThatThrownBy(() -> client.executeQuery(bytes("q"), consistency))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("0.3s");
    }
  }

  @Test
  void a_replica_without_a_leader_announces_the_next_one() {
    FakeReplica replica = replica(0);
    replica.leadership = FakeReplica.leads(Leadership.UNKNOWN, 1, "");
    SynodClient client =
        client(builder(replica.text()).retryInterval(Duration.ofMinutes(5)).connectTimeout(LONG));
    CompletableFuture<byte[]> request = client.send(bytes("a"));
    await(() -> replica.connections() == 1);
    assertThat(request).isNotDone();
    replica.announce(FakeReplica.leads(0, 2, ""));
    assertAnswered(request, "a");
  }

  @Test
  void dead_and_deaf_replicas_are_passed_over() throws Exception {
    FakeReplica deaf = replica(0);
    deaf.deaf = true;
    FakeReplica leader = replica(1);
    try (DeadPort dead = new DeadPort()) {
      SynodClient client =
          client(
              builder(dead.text() + "," + deaf.text() + "," + leader.text())
                  .connectTimeout(Duration.ofMillis(100)));
      assertAnswered(client.send(bytes("a")), "a");
    }
  }

  @Test
  void a_silent_leader_is_left_for_another_replica() {
    FakeReplica silent = replica(0);
    silent.silent = true;
    FakeReplica other = replica(1);
    other.leadership = FakeReplica.leads(0, 1, silent.text());
    SynodClient client = client(builder(silent.text() + "," + other.text()));
    CompletableFuture<byte[]> request = client.send(bytes("a"));
    await(() -> silent.connections() == 1);
    other.leadership = FakeReplica.leads(1, 2, other.text());
    assertAnswered(request, "a");
  }

  @Test
  void a_busy_request_is_retried_until_it_is_admitted() {
    FakeReplica replica = replica(0);
    replica.busies.set(5);
    SynodClient client = client(builder(replica.text()));
    assertAnswered(client.send(bytes("a")), "a");
    replica.busies.set(3);
    assertAnswered(client.query(bytes("b")), "b");
    assertThat(replica.busies).hasValue(0);
  }

  @Test
  void dropped_connections_are_made_again_and_nothing_is_executed_twice() {
    FakeReplica replica = replica(0);
    replica.drops.set(4);
    SynodClient client = client(builder(replica.text()));
    assertAnswered(client.send(bytes("a")), "a");
    assertAnswered(client.send(bytes("b")), "b");
    assertThat(replica.executed).hasValue(2);
  }

  @Test
  void the_reason_for_an_unreachable_replica_is_in_plain_words() throws Exception {
    try (DeadPort dead = new DeadPort()) {
      assertUnreached(dead.text(), "connection refused");
    }
    assertUnreached("nowhere.invalid:7200", "unknown host");
  }

  private void assertUnreached(String replica, String words) {
    SynodClient client = client(builder(replica).requestTimeout(Duration.ofSeconds(2)));
    assertThat(client.send(bytes("a")))
        .failsWithin(LONG)
        .withThrowableThat()
        .withMessageEndingWith(replica + ": " + words);
  }

  @Test
  void another_cluster_s_name_fails_at_once_with_both_names() {
    FakeReplica replica = replica(0);
    SynodClient client =
        client(builder(replica.text()).cluster("mistaken").requestTimeout(Duration.ofSeconds(30)));
    assertThat(client.send(bytes("a")))
        .failsWithin(LONG)
        .withThrowableThat()
        .withCauseInstanceOf(RequestFailedException.class)
        .withMessageContaining("this is cluster 'fake', not 'mistaken'")
        .withMessageContaining(replica.text());
  }

  /** It welcomes the client each time, and refuses its first request. */
  @Test
  void a_session_too_many_is_logged_once_and_fails_with_the_reason() {
    Logger logger = (Logger) LoggerFactory.getLogger(SynodClient.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    Level before = logger.getLevel();
    logger.setLevel(Level.WARN);
    try {
      FakeReplica replica = replica(0);
      replica.refusesSessions = "no session is left";
      FakeReplica follower = replica(1);
      follower.leadership = FakeReplica.leads(0, 1, replica.text());
      String reason = replica.text() + " refused this client: no session is left";
      SynodClient client =
          client(
              builder(replica.text() + "," + follower.text())
                  .requestTimeout(Duration.ofSeconds(5)));
      assertThat(client.send(bytes("a")))
          .failsWithin(LONG)
          .withThrowableThat()
          .withMessageContaining(reason);
      assertThat(replica.refusals).hasValueGreaterThan(1);
      assertThat(lines.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .filteredOn(line -> line.contains(reason))
          .hasSize(1);
    } finally {
      logger.setLevel(before);
      logger.detachAppender(lines);
    }
  }

  @Test
  void replicas_without_a_common_level_fail_at_once_with_both_ranges() {
    FakeReplica replica = replica(0);
    replica.levels = new Levels(2, 3, "0.3.0");
    SynodClient client = client(builder(replica.text()).requestTimeout(Duration.ofSeconds(30)));
    assertThat(client.send(bytes("a")))
        .failsWithin(LONG)
        .withThrowableThat()
        .withCauseInstanceOf(RequestFailedException.class)
        .withMessageContaining(replica.text() + " speaks levels 2 to 3 (Synod 0.3.0)")
        .withMessageContaining("this client level 1 (Synod ");
  }

  @Test
  void a_replica_that_speaks_later_levels_too_serves() {
    FakeReplica replica = replica(0);
    replica.levels = new Levels(1, 2, "0.2.0");
    assertAnswered(client(builder(replica.text())).send(bytes("a")), "a");
  }

  @Test
  void a_request_over_the_limit_names_both_sizes() {
    SynodClient client = client(builder(replica(0).text()));
    assertThatThrownBy(() -> client.execute(new byte[FakeReplica.PAYLOAD_BYTES + 1]))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("100001 bytes")
        .hasMessageContaining("100000 bytes");
  }

  @Test
  void a_request_over_the_clients_own_frame_limit_fails_alone_and_names_that_limit()
      throws Exception {
    SynodClient client = client(builder(replica(0).text()).maxFrameBytes(4096));
    assertThatThrownBy(() -> client.execute(new byte[5000]))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("5000 bytes is over this client's limit (maxFrameBytes) of 4072");
    assertThatThrownBy(() -> client.executeQuery(new byte[5000]))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("maxFrameBytes");
    assertThat(client.execute(bytes("a"))).isEqualTo(bytes("a"));
    assertThat(client.executeQuery(bytes("b"))).isEqualTo(bytes("b"));
  }

  /** The first request opens the session, and the others wait for that together. */
  @Test
  void requests_that_fit_no_frame_together_are_sent_in_several() {
    FakeReplica replica = replica(0);
    SynodClient client =
        client(builder(replica.text()).maxFrameBytes(4096).retryInterval(Duration.ofSeconds(15)));
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    for (int count = 0; count < 10; count++) {
      sent.add(client.send(new byte[3000]));
    }
    for (CompletableFuture<byte[]> request : sent) {
      assertThat(request).succeedsWithin(Duration.ofSeconds(10));
    }
  }

  @Test
  void more_waiting_requests_than_the_bound_fail_at_once() {
    FakeReplica replica = replica(0);
    replica.silent = true;
    SynodClient client = client(builder(replica.text()).maxOutstanding(2));
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    for (int count = 0; count < 35; count++) {
      sent.add(client.send(bytes("a")));
    }
    assertThatThrownBy(() -> sent.get(34).join())
        .hasCauseInstanceOf(RequestFailedException.class)
        .hasMessageContaining("too many requests wait in this client");
    assertThat(sent.subList(0, 34)).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void a_request_that_has_ended_takes_no_space_when_its_callback_runs() {
    FakeReplica replica = replica(0);
    // With an answer before the callback is there, this thread would call it.
    replica.silent = true;
    SynodClient client = client(builder(replica.text()).maxWaitingBytes(100_000));
    List<Long> unanswered = new ArrayList<>();
    byte[] large = new byte[60_000];
    CompletableFuture<byte[]> second =
        client
            .send(large)
            .thenCompose(
                answer -> {
                  unanswered.add(client.state().unanswered());
                  return client.send(large);
                });
    replica.silent = false;
    assertThat(second).succeedsWithin(LONG);
    assertThat(unanswered).containsExactly(0L);
  }

  @Test
  void a_listener_that_throws_a_checked_exception_costs_no_connection() {
    FakeReplica replica = replica(0);
    SynodClient client =
        client(
            builder(replica.text())
                .connectionListener(
                    new ConnectionListener() {
                      @Override
                      public void onConnected(int number, InetSocketAddress address) {
                        ClientFixture.<RuntimeException>sneak(new IOException("not declared"));
                      }
                    }));
    assertAnswered(client.send(bytes("a")), "a");
    assertThat(replica.connections()).isEqualTo(1);
  }

  @Test
  void closing_ends_everything_and_the_session_and_later_requests_fail() throws Exception {
    FakeReplica replica = replica(0);
    SynodClient client = builder(replica.text()).maxOutstanding(4).build();
    client.execute(bytes("opens the session"));
    replica.silent = true;
    List<CompletableFuture<byte[]>> sent = new ArrayList<>();
    for (int count = 0; count < 10; count++) {
      sent.add(client.send(bytes("a")));
    }
    client.close();
    client.close();
    assertThat(sent).allMatch(CompletableFuture::isDone);
    assertThat(clientThreads()).isEmpty();
    assertThatThrownBy(() -> client.execute(bytes("late")))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("closed");
    await(() -> replica.closes.get() == 1);
  }

  @Test
  void a_callback_may_close_the_client() {
    SynodClient client = builder(replica(0).text()).build();
    assertThat(client.send(bytes("a")).thenRun(client::close)).succeedsWithin(LONG);
    client.close();
    assertThat(clientThreads()).isEmpty();
  }

  @Test
  void settings_out_of_range_are_refused() {
    assertThatThrownBy(() -> SynodClient.builder().replicas("a:1").build())
        .hasMessageContaining("cluster's name is missing");
    assertThatThrownBy(() -> SynodClient.builder().cluster("a").build())
        .hasMessageContaining("addresses are missing");
    assertThatThrownBy(() -> builder("a:1").maxOutstanding(0).build())
        .hasMessageContaining("0 outstanding requests");
    assertThatThrownBy(() -> builder("a:1").requestTimeout(Duration.ZERO).build())
        .hasMessageContaining("must be positive");
  }

  @Test
  void a_null_is_refused_with_its_name() {
    assertThatThrownBy(() -> SynodClient.builder().cluster(null)).hasMessage("cluster");
    SynodClient client = client(builder(replica(0).text()));
    assertThatThrownBy(() -> client.execute(null)).hasMessage("request");
    assertThatThrownBy(() -> client.executeQuery(null)).hasMessage("query");
  }
}

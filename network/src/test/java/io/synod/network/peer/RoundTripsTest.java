package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundTripsTest {

  @Test
  void least_and_mean_are_of_the_last_ten() {
    RoundTrips trips = new RoundTrips();
    assertThat(trips.least()).isZero();
    assertThat(trips.mean()).isZero();
    trips.add(1);
    for (int trip = 0; trip < 9; trip++) {
      trips.add(21);
    }
    assertThat(trips.least()).isEqualTo(1);
    assertThat(trips.mean()).isEqualTo(19);
    trips.add(21);
    assertThat(trips.least()).isEqualTo(21);
    assertThat(trips.mean()).isEqualTo(21);
    assertThat(trips.count()).isEqualTo(11);
  }

  @Test
  void the_shortest_is_forgotten_after_ten_minutes_of_one_a_second() {
    RoundTrips trips = new RoundTrips();
    assertThat(trips.shortest()).isZero();
    trips.add(5);
    for (int trip = 1; trip < 600; trip++) {
      trips.add(50);
    }
    assertThat(trips.shortest()).isEqualTo(5);
    trips.add(50);
    assertThat(trips.shortest()).isEqualTo(50);
  }
}

package io.synod.fitting.fit;

import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import io.synod.tuning.model.MessageSizes;
import java.util.Set;

/** An interval in the model's terms: an average instance and its cost. */
public record Observation(Interval interval) {
  private static final double KIB = 1024;
  private static final MessageSizes HEADERS = MessageSizes.ofSynod(0, 0);

  /** n, at least 1. */
  public int replicas() {
    return interval.replicas();
  }

  /** k, requests in an instance. */
  public double requests() {
    return interval.traffic().requests() / interval.traffic().instances();
  }

  /** S_req and S_ans together, headers included: the argument of &phi;_cli. */
  public double clientBytes() {
    Traffic traffic = interval.traffic();
    return traffic.requestBytes()
        + HEADERS.requestHeaderBytes()
        + traffic.answerBytes()
        + HEADERS.answerBytes();
  }

  /** S_2a and S_2b together: the argument of &phi;_rep. */
  public double replicaBytes() {
    return interval.traffic().acceptBytes() + interval.traffic().acceptedBytes();
  }

  /** CPU milliseconds of these activities. */
  double millis(Set<Activity> activities) {
    return interval.cpu().of(activities);
  }

  /** CPU milliseconds of all the replica's threads. */
  double totalMillis() {
    return interval.cpu().totalMillis();
  }

  /** Instances decided in the interval, more than 0. */
  public double instances() {
    return interval.traffic().instances();
  }

  /** The factors of &phi;_cli's slope, of its constant and of c_cli over the whole interval. */
  double[] clientTerms() {
    double all = interval.traffic().requests();
    return new double[] {all * clientBytes() / KIB, all, messages()};
  }

  /** The factors of &phi;_rep's slope and of its constant. */
  double[] replicaTerms() {
    return new double[] {messages() * replicaBytes() / KIB, messages()};
  }

  /** The factors of &phi;_exec and of c_exec. */
  double[] executionTerms() {
    return new double[] {interval.traffic().requests(), messages()};
  }

  /** The number of Accepts, resent ones excluded. */
  private double messages() {
    return instances() * (replicas() - 1);
  }
}

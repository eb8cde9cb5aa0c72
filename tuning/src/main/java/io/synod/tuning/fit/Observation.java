package io.synod.tuning.fit;

import io.synod.tuning.measurement.Activity;
import io.synod.tuning.measurement.Interval;
import io.synod.tuning.measurement.Traffic;
import io.synod.tuning.model.MessageSizes;
import java.util.Set;

/** An interval as the model sees it: an average instance and what it cost. */
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

  /** S_req and S_ans together, with their headers: what &phi;_cli is a function of. */
  public double clientBytes() {
    Traffic traffic = interval.traffic();
    return traffic.requestBytes()
        + HEADERS.requestHeaderBytes()
        + traffic.answerBytes()
        + HEADERS.answerBytes();
  }

  /** S_2a and S_2b together: what &phi;_rep is a function of. */
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

  /** Decided in the interval, more than 0. */
  public double instances() {
    return interval.traffic().instances();
  }

  /**
   * What the slope of &phi;_cli is multiplied with in the whole interval, then its constant, then
   * c_cli.
   */
  double[] clientTerms() {
    double all = interval.traffic().requests();
    return new double[] {all * clientBytes() / KIB, all, messages()};
  }

  /** What the slope of &phi;_rep is multiplied with, then its constant. */
  double[] replicaTerms() {
    return new double[] {messages() * replicaBytes() / KIB, messages()};
  }

  /** What &phi;_exec is multiplied with, then c_exec. */
  double[] executionTerms() {
    return new double[] {interval.traffic().requests(), messages()};
  }

  /** Accepts, without those that were sent again. */
  private double messages() {
    return instances() * (replicas() - 1);
  }
}

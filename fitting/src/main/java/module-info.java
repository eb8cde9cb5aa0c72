/** Fits the cost model to measurements, and draws both. */
@SuppressWarnings("requires-automatic")
module io.synod.fitting {
  requires transitive io.synod.tuning;
  requires hipparchus.core;
  requires xchart;
  requires java.desktop;

  exports io.synod.fitting.fit;
  exports io.synod.fitting.measurement;
  exports io.synod.fitting.plot;
  exports io.synod.fitting.profile;
  exports io.synod.fitting.regression;
}

/** The cost model, its fit to measurements and the advice that follows. */
@SuppressWarnings("requires-automatic")
module io.synod.tuning {
  requires hipparchus.core;
  requires io.synod.core;
  requires xchart;
  requires java.desktop;

  exports io.synod.tuning.advice;
  exports io.synod.tuning.fit;
  exports io.synod.tuning.measurement;
  exports io.synod.tuning.model;
  exports io.synod.tuning.paper;
  exports io.synod.tuning.plot;
  exports io.synod.tuning.profile;
  exports io.synod.tuning.regression;
}

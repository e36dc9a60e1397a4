/** Weights in log-odds. The sum of bias and weighted features becomes a probability. */
export type ScoreWeights = { bias: number; weights: Readonly<Record<string, number>> };
export const scoreNames = ["intent", "propensity", "churn"] as const;
export type ScoreName = (typeof scoreNames)[number];
export type ScoringModel = { version: string; scores: Readonly<Record<ScoreName, ScoreWeights>> };

/**
 * The weights a workspace starts with, before there is data to train on. The bias is the log-odds of a person without
 * features; one form or reply counts 0.69 (log 2) of its weight, further ones ever less.
 */
export const priorModel: ScoringModel = {
  version: "prior-1",
  scores: {
    /** Likely to discuss a purchase within days. */
    intent: {
      bias: -2.6,
      weights: {
        asked: 3.4,
        replied: 2.6,
        wrote: 2,
        talked: 1.8,
        filled_form: 2,
        bought: 0.8,
        clicked: 1,
        opened: 0.5,
        visited: 0.6,
        other: 0.3,
        recent: 1.1,
        new: 0.4,
        stage_qualified: 0.4,
        stage_contacted: 0.5,
        consented: 0.2,
        source_referral: 0.4,
        source_form: 0.2,
        source_list: -0.4,
        unanswered: -0.5,
        complained: -0.8,
        opted_out: -3,
        unreachable: -3,
      },
    },
    /** Likely to buy eventually. */
    propensity: {
      bias: -2.4,
      weights: {
        asked: 2,
        replied: 1.4,
        wrote: 1,
        talked: 1.6,
        filled_form: 1,
        bought: 1.6,
        clicked: 0.5,
        opened: 0.3,
        visited: 0.3,
        other: 0.2,
        recent: 0.5,
        new: 0.2,
        stage_qualified: 0.8,
        stage_contacted: 1.1,
        stage_converted: 0.6,
        customer: 0.5,
        consented: 0.4,
        source_referral: 0.9,
        source_form: 0.4,
        source_ad: 0.1,
        source_list: -0.5,
        silent: -0.9,
        unanswered: -0.4,
        complained: -0.7,
        opted_out: -2,
        unreachable: -2,
      },
    },
    /** Likely to become inactive or to leave. */
    churn: {
      bias: -2.2,
      weights: {
        silent: 4.8,
        unanswered: 0.7,
        complained: 1.6,
        opted_out: 2.5,
        unreachable: 2.5,
        source_list: 0.3,
        asked: -0.6,
        replied: -0.8,
        wrote: -0.6,
        talked: -0.7,
        filled_form: -0.3,
        bought: -1.2,
        clicked: -0.3,
        opened: -0.3,
        visited: -0.2,
        other: -0.1,
        recent: -0.4,
        consented: -0.2,
        customer: -0.3,
        stage_qualified: -0.2,
        stage_contacted: -0.2,
        stage_converted: -0.3,
      },
    },
  },
};

/** Weights in log-odds. The sum of bias and weighted features becomes a probability. */
export type ScoreWeights = { bias: number; weights: Readonly<Record<string, number>> };
export const scoreNames = ["intent", "propensity", "churn"] as const;
export type ScoreName = (typeof scoreNames)[number];
export type ScoringModel = { version: string; scores: Readonly<Record<ScoreName, ScoreWeights>> };

/**
 * The weights a workspace starts with, before there is data to train on. The bias is the log-odds of a person without
 * features; one form or reply counts 0.69 (log 2) of its weight, further ones ever less. They are set so that a score is
 * the share of people like this with the outcome: of those who only left a form, one in five answers within a week, one
 * in three goes further within two months, and half are not heard of again. One message is several features at once
 * (it came, it answers, it says yes), so that each of them has a part of its weight.
 */
export const priorModel: ScoringModel = {
  version: "prior-4",
  scores: {
    /** Likely to discuss a purchase within days. */
    intent: {
      bias: -2.9,
      weights: {
        asked: 4.6,
        replied: 2.4,
        wrote: 1.8,
        said_yes: 2.6,
        said_interest: 1.5,
        said_question: 0.7,
        said_little: -1.1,
        said_no: -3,
        talked: 1.3,
        filled_form: 1.1,
        bought: 0.5,
        clicked: 0.9,
        opened: 0.3,
        visited: 0.4,
        other: 0.1,
        recent: 0.6,
        new: 0.2,
        stage_qualified: 0.2,
        stage_contacted: 0.3,
        consented: 0.1,
        source_referral: 0.3,
        source_form: 0.1,
        source_list: -0.4,
        unanswered: -0.6,
        complained: -0.8,
        opted_out: -3,
        unreachable: -3,
      },
    },
    /** Likely to buy eventually. */
    propensity: {
      bias: -1.9,
      weights: {
        asked: 1.6,
        replied: 1,
        wrote: 0.7,
        said_yes: 1.4,
        said_interest: 0.9,
        said_question: 0.3,
        said_little: -0.4,
        said_no: -2.2,
        talked: 1.2,
        filled_form: 0.9,
        bought: 1.3,
        clicked: 0.4,
        opened: 0.2,
        visited: 0.2,
        other: 0.1,
        recent: 0.3,
        new: 0.1,
        stage_qualified: 0.6,
        stage_contacted: 0.8,
        stage_converted: 0.4,
        customer: 0.4,
        consented: 0.2,
        source_referral: 0.6,
        source_form: 0.2,
        source_ad: 0.1,
        source_list: -0.4,
        silent: -1.2,
        unanswered: -0.4,
        complained: -0.7,
        opted_out: -2,
        unreachable: -2,
      },
    },
    /** Likely to become inactive or to leave. */
    churn: {
      bias: 0.2,
      weights: {
        silent: 2.6,
        unanswered: 0.4,
        complained: 1.3,
        opted_out: 2.5,
        unreachable: 2.5,
        source_list: 0.2,
        asked: -1.2,
        replied: -1.4,
        wrote: -1,
        said_yes: -0.9,
        said_interest: -0.5,
        said_question: -0.3,
        said_little: 0.1,
        said_no: 1.6,
        talked: -1,
        filled_form: -0.2,
        bought: -1.5,
        clicked: -0.6,
        opened: -0.4,
        visited: -0.3,
        other: -0.1,
        recent: -0.2,
        consented: -0.1,
        customer: -0.5,
        stage_qualified: -0.2,
        stage_contacted: -0.3,
        stage_converted: -0.4,
      },
    },
  },
};

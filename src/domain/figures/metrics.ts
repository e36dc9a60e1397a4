/** What rows of the database are folded into reports, each by an instant of its own. */
export const reportKinds = [
  "leads",
  "episodes",
  "answers",
  "messages",
  "opt_outs",
  "tasks",
  "calls",
  "usage",
] as const;
export type CountedKind = (typeof reportKinds)[number];

/**
 * What changes the counts of rows around it: a message left, or came, or of a person a message was moved, deleted, or no
 * longer counts as sent.
 */
export const contactChanges = ["sent", "wrote", "moved"] as const;
export type ReportContactChange = (typeof contactChanges)[number];

/** What is counted, and of which rows. */
export const metricKinds = {
  lead: "leads",
  speed_to_lead: "leads",
  speed_to_human: "leads",
  lead_answered: "leads",
  lead_qualified: "leads",
  time_to_qualified: "leads",
  lead_converted: "leads",
  pace: "leads",
  pace_converted: "leads",
  credit_first: "leads",
  credit_last: "leads",
  credit_even: "leads",
  conversation: "episodes",
  first_answer: "episodes",
  first_answer_open: "episodes",
  first_answer_by: "episodes",
  handled: "episodes",
  answer: "answers",
  answer_open: "answers",
  answer_by: "answers",
  message: "messages",
  handed: "messages",
  delivered: "messages",
  failed: "messages",
  unknown: "messages",
  price: "messages",
  handed_by_vendor: "messages",
  delivered_by_vendor: "messages",
  failed_by_vendor: "messages",
  handed_by_rule: "messages",
  delivered_by_rule: "messages",
  failed_by_rule: "messages",
  handed_by_template: "messages",
  delivered_by_template: "messages",
  failed_by_template: "messages",
  not_sent: "messages",
  waited: "messages",
  step_message: "messages",
  step_answered: "messages",
  sent_by: "messages",
  called_by: "messages",
  opt_out: "opt_outs",
  complaint: "opt_outs",
  task_done_by: "tasks",
  call: "calls",
  cost: "usage",
} as const satisfies Record<string, CountedKind>;
export type Metric = keyof typeof metricKinds;

/** How long a new lead waited for the first message, in minutes, as `pace` names it. */
export const paces = [
  "under_1",
  "under_5",
  "under_15",
  "under_60",
  "under_240",
  "under_1440",
  "later",
  "never",
] as const;
export type Pace = (typeof paces)[number];

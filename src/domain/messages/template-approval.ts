/** What WhatsApp has decided about a template that was submitted. */
export const approvalStates = ["pending", "approved", "rejected", "paused"] as const;
export type TemplateReviewState = (typeof approvalStates)[number];

const placeholder = /\{\{\s*([a-z][a-z0-9_.]*)[^{}]*\}\}/g;

export type Submission = {
  /** With numbers in the place of variables, one for each place, as the values are sent. */
  text: string;
  /** A sample of each, which the reviewer sees. */
  examples: string[];
};

/** A template's words in the form in which WhatsApp reviews them. */
export const toSubmission = (body: string, sample: (variable: string) => string): Submission => {
  const examples: string[] = [];
  const text = body.replaceAll(placeholder, (_whole, name: string) => `{{${examples.push(sample(name))}}}`);
  return { text, examples };
};

/** WhatsApp refuses words that begin or end with a variable. */
export const hasVariableAtEdge = (body: string): boolean => /^\s*\{\{|\}\}\s*$/.test(body);

const states: Record<string, TemplateReviewState> = {
  approved: "approved",
  reinstated: "approved",
  pending: "pending",
  in_appeal: "pending",
  pending_deletion: "paused",
  rejected: "rejected",
  paused: "paused",
  disabled: "paused",
  flagged: "approved",
};

/** The vendor's word for a state; undefined for one that says nothing about sending. */
export const readApprovalState = (word: string): TemplateReviewState | undefined => {
  const known = word.toLowerCase();
  return Object.hasOwn(states, known) ? states[known] : undefined;
};

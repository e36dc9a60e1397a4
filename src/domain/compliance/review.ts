/** What an operator has to decide. Without proof of the sender an opt-in or a complaint is not acted on. */
export const reviewSubjects = ["opt_out", "opt_in", "complaint"] as const;
export type ReviewSubject = (typeof reviewSubjects)[number];

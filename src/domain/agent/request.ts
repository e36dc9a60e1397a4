/** What a person asked for and an operator has to do. */
export const personRequestKinds = ["appointment", "callback", "erasure"] as const;
export type PersonRequestKind = (typeof personRequestKinds)[number];

export const personRequestStatuses = ["requested", "done", "cancelled"] as const;
export type PersonRequestStatus = (typeof personRequestStatuses)[number];

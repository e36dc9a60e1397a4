/** What an operator presses to end an alarm about an integration; the link of the notice leads to it. */
export const alarmSteps = ["connect", "retry", "resume", "account", "deletions"] as const;
export type AlarmStep = (typeof alarmSteps)[number];

/** Of work that a vendor refused: what waits for another sign-in goes on by itself, what was given up does not. */
export const stepAfterFailure = (errorKind: string): AlarmStep =>
  errorKind === "auth" ? "connect" : "retry";

/** Of a sync that stopped. */
export const stepAfterPause = (problemKind: string): AlarmStep => {
  if (problemKind === "account" || problemKind === "deletions") return problemKind;
  return problemKind === "auth" ? "connect" : "resume";
};

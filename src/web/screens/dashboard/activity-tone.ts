const dotClasses = [
  ["bg-bad", /fail|block|opt_?out|stop|dnc|reject|error|bounce|complain/],
  ["bg-[oklch(0.72_0.14_75)]", /held|hold|wait|quiet|handoff|unknown/],
  ["bg-ok", /repl|inbound|received|deliver|convert|complet|answer/],
] as const;

/** The colour of an entry's dot: whether it went wrong, waits for something, went well, or simply happened. */
export const dotClass = (eventType: string): string =>
  dotClasses.find(([, pattern]) => pattern.test(eventType))?.[0] ?? "bg-sea";

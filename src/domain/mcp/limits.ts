/** What one token may do; several processes together allow a multiple of the rates. */
export const mcpLimits = {
  readsPerMinute: 120,
  writesPerMinute: 20,
  atOnce: 4,
  openApprovals: 30,
  sendsPerDay: 200,
  /** The number of people whose data it may read in a day before administrators are notified. */
  quietReadsPerDay: 100,
  bodyBytes: 262_144,
} as const;

/** About 6,000 tokens: clients refuse or cut longer answers. */
export const maxAnswerLength = 24_000;
/** Of one text inside an answer. */
export const maxTextLength = 1500;

/** The figures that the screens show on the day of the load. The loader generates rows to match; screens count them. */
export const figures = {
  people: { all: 2247, customers: 400, qualified: 892, contacted: 456, converted: 127 },
  /** Of the last seven days: 154 new leads and 24 conversions, so 130 more active leads. */
  lastWeek: { people: 166, customers: 12, converted: 24 },
  events: { today: 2847, yesterday: 2531 },
  actions: { sms: 456, whatsapp: 234, voice: 89, succeeded: 569, quiet: 89 },
  calls: { averageSeconds: 222, handoffs: 23, successes: 66 },
  consents: { sms: 1247, call: 856, email: 1892, optOuts: 23 },
  failures: 7,
} as const;

export const historyDays = 89;

/** The figures that the screens show on the day of the load. The loader generates rows to match; screens count them. */
export const figures = {
  people: { all: 2247, customers: 400, qualified: 892, contacted: 456, converted: 127 },
  /** Of the last seven days: 154 new leads and 24 conversions, so 130 more active leads. */
  lastWeek: { people: 166, customers: 12, converted: 24 },
  events: { today: 2847, yesterday: 2531 },
  actions: { sms: 456, whatsapp: 234, voice: 89, succeeded: 569, blocked: 89, held: 58, pending: 12 },
  cost: { today: 48.12, yesterday: 50.71 },
  scores: { intent: 78, propensity: 65, churn: 23 },
  calls: { today: 89, averageSeconds: 222, handoffs: 23, successes: 66 },
  consents: { sms: 1247, whatsapp: 1031, call: 856, email: 1892, dnc: 23 },
  audit: { all: 2147, dataChanges: 134, failures: 7 },
} as const;

export const historyDays = 89;

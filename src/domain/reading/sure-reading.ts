/** From this confidence on at least 95 of 100 intents are right, measured on writers whose words were not learned. */
export const sureConfidence = 0.6;

/** Rules, scores and automatic answers act only on intents that are sure; others are shown as unsure. */
export const isSureReading = ({ confidence }: { confidence: number }): boolean =>
  confidence >= sureConfidence;

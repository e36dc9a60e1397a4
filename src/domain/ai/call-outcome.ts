/** How one request to an AI vendor ended. */
export const aiCallOutcomes = [
  "answered",
  "refused",
  "truncated",
  "invalid_output",
  "rate_limited",
  "quota_spent",
  "wrong_key",
  "model_retired",
  "address_blocked",
  "rejected",
  "unavailable",
  "timed_out",
  "cut_off",
] as const;
export type AiCallOutcome = (typeof aiCallOutcomes)[number];

export type AiCallFailure = Exclude<AiCallOutcome, "answered">;

/** What a vendor answered instead of a completion. */
export type VendorError = { status: number; body: string; retryAfterMs?: number };

const quotaWords =
  /insufficient_quota|exceeded your current quota|insufficient balance|billing|used all available credits|spending limit/i;
/** Anthropic reports a spent balance as an invalid request. */
const balanceWords = /credit balance is too low/i;
const keyWords = /incorrect api key|api key not valid|API_KEY_INVALID|invalid_api_key|authentication fails/i;
const modelWords = /model_not_found|model .*(does not exist|not found|deprecated|retired|no longer)/i;

/** Vendors differ: a wrong key is 401 at OpenAI and DeepSeek, 400 at Gemini and xAI; a spent quota is 402 or 429. */
export const classifyVendorError = ({ status, body }: VendorError): AiCallFailure => {
  if (status === 402 || balanceWords.test(body)) return "quota_spent";
  if ((status === 429 || status === 403) && quotaWords.test(body)) return "quota_spent";
  if (status === 429) return "rate_limited";
  if (status === 401 || status === 403 || keyWords.test(body)) return "wrong_key";
  if (status === 404 || modelWords.test(body)) return "model_retired";
  if (status >= 500 || status === 408) return "unavailable";
  return "rejected";
};

/** The vendor cannot answer anybody for now, so calls to it pause. */
const brokenVendorOutcomes: readonly AiCallOutcome[] = [
  "rate_limited",
  "quota_spent",
  "wrong_key",
  "model_retired",
  "address_blocked",
  "unavailable",
  "timed_out",
  "cut_off",
];
export const countsAgainstVendor = (outcome: AiCallOutcome): boolean =>
  brokenVendorOutcomes.includes(outcome);

/** Only an administrator can mend it. */
const administratorOutcomes = ["quota_spent", "wrong_key", "model_retired", "address_blocked"] as const;
export type AdministratorOutcome = (typeof administratorOutcomes)[number];
export const needsAdministrator = (outcome: AiCallOutcome): outcome is AdministratorOutcome =>
  (administratorOutcomes as readonly AiCallOutcome[]).includes(outcome);

/** The longest pause that a call waits for; a longer one goes to the next vendor. */
const maxRetryAfterMs = 2_000;

/** The same vendor may succeed at once or after a short pause. Undefined tries the next vendor. */
export const retryPauseMs = (
  outcome: AiCallOutcome,
  retryAfterMs: number | undefined,
): number | undefined => {
  if (outcome === "unavailable") return Math.min(retryAfterMs ?? 300, maxRetryAfterMs);
  if (outcome !== "rate_limited" || retryAfterMs === undefined) return undefined;
  return retryAfterMs <= maxRetryAfterMs ? retryAfterMs : undefined;
};

/** Another vendor would not answer either, or not differently. */
export const endsTheCall = (outcome: AiCallOutcome): boolean =>
  outcome === "answered" || outcome === "refused";

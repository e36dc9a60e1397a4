import { timingSafeEqualText } from "#server/constant-time.ts";
import {
  type AuthMethodVerifier,
  bearerToken,
  nonEmptyText,
  refused,
  type Verification,
  verified,
  type WebhookRequest,
} from "#server/pipeline/ingest/webhook/verification.ts";

const readKey = (request: WebhookRequest): string | undefined =>
  nonEmptyText(request.headers["x-api-key"]) ?? bearerToken(request) ?? nonEmptyText(request.query.api_key);

export const checkKey = (request: WebhookRequest, expected: string | undefined): Verification => {
  if (!expected) return refused("not_set_up");
  const key = readKey(request);
  if (key === undefined) return refused("key_missing");
  return timingSafeEqualText(key, expected) ? verified : refused("key_wrong");
};

export const apiKey: AuthMethodVerifier = {
  id: "api_key",
  check: ({ secrets }, request) => checkKey(request, secrets.apiKey),
};

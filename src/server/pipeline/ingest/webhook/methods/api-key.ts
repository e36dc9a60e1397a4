import { timingSafeEqualText } from "#server/constant-time.ts";
import {
  accepted,
  bearerOf,
  given,
  type HookMethod,
  type HookRequest,
  type HookVerdict,
  refuse,
} from "#server/pipeline/ingest/webhook/hook.ts";

/** Wherever a sender is able to put it. */
const keyOf = (request: HookRequest): string | undefined =>
  given(request.headers["x-api-key"]) ?? bearerOf(request) ?? given(request.query.api_key);

export const checkKey = (request: HookRequest, expected: string | undefined): HookVerdict => {
  if (!expected) return refuse("not_set_up");
  const key = keyOf(request);
  if (key === undefined) return refuse("key_missing");
  return timingSafeEqualText(key, expected) ? accepted : refuse("key_wrong");
};

export const apiKey: HookMethod = {
  id: "api_key",
  check: ({ secrets }, request) => checkKey(request, secrets.apiKey),
};

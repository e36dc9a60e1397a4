import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import type { HookAuth, HookContext, HookMethod, HookRequest, HookVerdict } from "./hook.ts";
import { apiKey } from "./methods/api-key.ts";
import { apiKeySecretKey } from "./methods/api-key-secret-key.ts";
import { basic } from "./methods/basic.ts";
import { none } from "./methods/none.ts";
import { oauth } from "./methods/oauth.ts";

/** Every way to prove who sends. */
const methods: Record<AuthMethod, HookMethod> = {
  none,
  api_key: apiKey,
  api_key_secret_key: apiKeySecretKey,
  basic,
  oauth,
};

/** May this request come in? Only a token makes the answer wait. */
export const verifyHook = (
  hook: HookAuth,
  request: HookRequest,
  context: HookContext,
): HookVerdict | Promise<HookVerdict> => methods[hook.authMethod].check(hook, request, context);

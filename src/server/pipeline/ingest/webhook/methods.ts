import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import { apiKey } from "./methods/api-key.ts";
import { apiKeySecretKey } from "./methods/api-key-secret-key.ts";
import { basic } from "./methods/basic.ts";
import { none } from "./methods/none.ts";
import { oauth } from "./methods/oauth.ts";
import type {
  AuthMethodVerifier,
  EndpointAuth,
  Verification,
  VerificationContext,
  WebhookRequest,
} from "./verification.ts";

/** Every way to prove who sends. */
const methods: Record<AuthMethod, AuthMethodVerifier> = {
  none,
  api_key: apiKey,
  api_key_secret_key: apiKeySecretKey,
  basic,
  oauth,
};

/** May this request come in? Only a token makes the answer wait. */
export const verifyRequest = (
  hook: EndpointAuth,
  request: WebhookRequest,
  context: VerificationContext,
): Verification | Promise<Verification> => methods[hook.authMethod].check(hook, request, context);

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

const methods: Record<AuthMethod, AuthMethodVerifier> = {
  none,
  api_key: apiKey,
  api_key_secret_key: apiKeySecretKey,
  basic,
  oauth,
};

/** Verifies the sender of a request. Only tokens are verified asynchronously. */
export const verifyRequest = (
  endpoint: EndpointAuth,
  request: WebhookRequest,
  context: VerificationContext,
): Verification | Promise<Verification> => methods[endpoint.authMethod].check(endpoint, request, context);

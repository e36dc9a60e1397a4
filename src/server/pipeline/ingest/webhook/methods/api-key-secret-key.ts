import { signatures } from "#server/pipeline/ingest/webhook/signatures.ts";
import {
  type AuthMethodVerifier,
  acceptedSecretKeys,
  refused,
} from "#server/pipeline/ingest/webhook/verification.ts";
import { checkKey } from "./api-key.ts";

/** A signature of the body, and the API key where the scheme requires it. */
export const apiKeySecretKey: AuthMethodVerifier = {
  id: "api_key_secret_key",
  check: ({ settings, secrets }, request, { now }) => {
    const scheme = signatures[settings.signature.preset];
    const secretKeys = acceptedSecretKeys(secrets);
    if (secretKeys.length === 0) return refused("not_set_up");
    if (scheme.requiresKey) {
      const keyCheck = checkKey(request, secrets.apiKey);
      if (!keyCheck.ok) return keyCheck;
    }
    return scheme.check(request, secretKeys, settings.signature, now);
  },
};

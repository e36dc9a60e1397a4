import { signatures } from "#server/pipeline/ingest/webhook/signatures.ts";
import {
  type AuthMethodVerifier,
  acceptedSecretKeys,
  refused,
} from "#server/pipeline/ingest/webhook/verification.ts";
import { checkKey } from "./api-key.ts";

/** A signature over the body, and the key too where the sender can send it. */
export const apiKeySecretKey: AuthMethodVerifier = {
  id: "api_key_secret_key",
  check: ({ settings, secrets }, request, { now }) => {
    const scheme = signatures[settings.signature.preset];
    const secretKeys = acceptedSecretKeys(secrets);
    if (secretKeys.length === 0) return refused("not_set_up");
    if (scheme.requiresKey) {
      const verdict = checkKey(request, secrets.apiKey);
      if (!verdict.ok) return verdict;
    }
    return scheme.check(request, secretKeys, settings.signature, now);
  },
};

import { timingSafeEqualBytes } from "#server/constant-time.ts";
import {
  hmac,
  isFresh,
  readDigest,
  readTimestamp,
} from "#server/pipeline/ingest/webhook/signature-format.ts";
import {
  nonEmptyText,
  refused,
  type SignatureScheme,
  signedBy,
} from "#server/pipeline/ingest/webhook/verification.ts";

/** HubSpot signs these characters decoded: / ? @ ! $ ' ( ) * , ; and the colon. */
const decodedCharacters = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;
const decodeSigned = (url: string): string => url.replace(decodedCharacters, decodeURIComponent);

/** Version 3, the only one with a timestamp. */
export const hubspot: SignatureScheme = {
  id: "hubspot",
  check: ({ method, urls, headers, rawBody: sent }, secrets, { toleranceSeconds }, now) => {
    const signature = nonEmptyText(headers["x-hubspot-signature-v3"]);
    const timestamp = nonEmptyText(headers["x-hubspot-request-timestamp"]);
    if (signature === undefined || timestamp === undefined) return refused("signature_missing");
    const digest = readDigest(signature);
    if (!digest) return refused("signature_wrong");
    const candidates = new Set(urls().flatMap((url) => [decodeSigned(url), url]));
    const isSigned = secrets.some((secret) =>
      [...candidates].some((url) =>
        timingSafeEqualBytes(digest, hmac("sha256", secret, method.toUpperCase(), url, sent, timestamp)),
      ),
    );
    if (!isSigned) return refused("signature_wrong");
    const at = readTimestamp(timestamp);
    if (at === undefined || !isFresh(at, now, toleranceSeconds)) return refused("timestamp_outside");
    return signedBy(digest);
  },
};

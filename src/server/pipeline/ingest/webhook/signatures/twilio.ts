import { isSignedByTwilio, readTwilioSignature } from "#server/connectors/twilio-signature.ts";
import { accepted, refuse, type SignatureScheme } from "#server/pipeline/ingest/webhook/hook.ts";

export const twilio: SignatureScheme = {
  id: "twilio",
  check: (request, secrets) => {
    const signed = { ...request, urls: request.urls(), rawBody: request.sent };
    if (readTwilioSignature(signed) === undefined) return refuse("signature_missing");
    return isSignedByTwilio(signed, secrets) ? accepted : refuse("signature_wrong");
  },
};

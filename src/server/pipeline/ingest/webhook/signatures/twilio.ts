import { isSignedByTwilio, readTwilioSignature } from "#server/connectors/twilio-signature.ts";
import { refused, type SignatureScheme, verified } from "#server/pipeline/ingest/webhook/verification.ts";

export const twilio: SignatureScheme = {
  id: "twilio",
  check: (request, secrets) => {
    const signed = { ...request, urls: request.urls(), rawBody: request.rawBody };
    if (readTwilioSignature(signed) === undefined) return refused("signature_missing");
    return isSignedByTwilio(signed, secrets) ? verified : refused("signature_wrong");
  },
};

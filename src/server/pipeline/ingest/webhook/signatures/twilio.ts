import { isSignedByTwilio, readTwilioSignature } from "#server/connectors/twilio-signature.ts";
import { refused, type SignatureScheme, signedBy } from "#server/pipeline/ingest/webhook/verification.ts";

export const twilio: SignatureScheme = {
  id: "twilio",
  check: (request, secrets) => {
    const signed = { ...request, urls: request.urls(), rawBody: request.rawBody };
    const signature = readTwilioSignature(signed);
    if (signature === undefined) return refused("signature_missing");
    return isSignedByTwilio(signed, secrets)
      ? signedBy(Buffer.from(signature, "base64"))
      : refused("signature_wrong");
  },
};

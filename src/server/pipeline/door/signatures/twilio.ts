import { isSignedByTwilio, twilioSignatureOf } from "#server/connectors/twilio-signature.ts";
import { accepted, refuse, type SignatureScheme } from "../hook.ts";

export const twilio: SignatureScheme = {
  id: "twilio",
  check: (request, secrets) => {
    if (twilioSignatureOf(request) === undefined) return refuse("signature_missing");
    return isSignedByTwilio(request, secrets) ? accepted : refuse("signature_wrong");
  },
};

import { createHmac } from "node:crypto";

export type CallbackForm = Readonly<Record<string, string>>;

/** X-Twilio-Signature: the address, then each parameter's name and value in order of names, under the token. */
export const twilioSignature = (token: string, url: string, form: CallbackForm = {}): string =>
  createHmac("sha1", token)
    .update(
      Object.keys(form)
        .sort()
        .reduce((text, name) => `${text}${name}${form[name]}`, url),
    )
    .digest("base64");

import { timingSafeEqualText } from "#server/constant-time.ts";
import { given } from "./callback.ts";
import { keyFor } from "./digest.ts";
import type { CallbackRequest } from "./messenger.ts";

/** In the address, or in a header where the vendor lets one be registered. */
const header = "x-faro-key";

export const hasKey = (messenger: string, secret: unknown, request: CallbackRequest): boolean => {
  const key = keyFor(messenger, secret);
  const named = request.headers[header];
  const shown = given(request, "key") ?? (typeof named === "string" ? named : undefined);
  return key !== null && shown !== undefined && timingSafeEqualText(shown, key);
};

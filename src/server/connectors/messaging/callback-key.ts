import { sameText } from "#server/constant-time.ts";
import { queryParameter } from "./callback.ts";
import { callbackKeyFor } from "./digest.ts";
import type { VendorCallback } from "./messenger.ts";

/** In the address, or in a header where the vendor lets one be registered. */
const header = "x-faro-key";

export const hasCallbackKey = (messenger: string, secret: unknown, request: VendorCallback): boolean => {
  const key = callbackKeyFor(messenger, secret);
  const named = request.headers[header];
  const shown = queryParameter(request, "key") ?? (typeof named === "string" ? named : undefined);
  return key !== null && shown !== undefined && sameText(shown, key);
};

import type { SandboxContext } from "./context.ts";

type VendorReport = {
  vendor: string;
  url: string;
  body: string;
  headers: (attempt: number) => Record<string, string>;
};

/** Vendors deliver a report again when the business did not accept it. */
const maxAttempts = 3;
const againMs = 200;

/** Posts a report until the business accepts it, in the background. */
export const postReport = (
  { callbacks, wait }: SandboxContext,
  { vendor, url, body, headers }: VendorReport,
): void => {
  const deliver = async (): Promise<void> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const response = await callbacks.post({
        vendor,
        url,
        headers: { "content-type": "application/json", ...headers(attempt) },
        body,
      });
      if (response && response.status < 300) return;
      await wait(againMs * attempt);
    }
  };
  // The sandbox may stop between two attempts.
  deliver().catch(() => {});
};

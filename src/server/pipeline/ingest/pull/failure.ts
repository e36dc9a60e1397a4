import type { EgressFailure } from "#server/egress/egress.ts";

/** Why reading failed, as a sentence for the endpoint's card; it quotes nothing that was sent or answered. */
export type PullFailure = {
  sentence: string;
  /** How long the server asks us to wait. */
  pauseMs?: number;
  /** The position in the listing is no longer valid: the next run starts at the first page. */
  startsAnew?: boolean;
};

const egressSentences: Record<EgressFailure, string> = {
  invalid_url: "The endpoint URL is not an address that can be read.",
  invalid_request: "The request could not be made; the key may hold a character that no header can carry.",
  blocked: "The endpoint URL leads to a private address, which is not allowed.",
  unresolved: "The host name of the endpoint URL is not known.",
  unreachable: "The server cannot be reached.",
  certificate: "The server's certificate is not valid.",
  timeout: "The server took too long to answer.",
  too_large: "The answer is too large; ask for smaller pages.",
  broken: "The connection broke before the answer was complete.",
};

export const egressFailure = (failure: EgressFailure): PullFailure => ({
  sentence: egressSentences[failure],
});

const statusSentence = (status: number): string => {
  if (status === 401 || status === 403) return `The server refuses our credentials (${status}).`;
  if (status === 404 || status === 410) return `The server has nothing at this address (${status}).`;
  if (status === 429) return "The server asks us to slow down (429).";
  if (status >= 300 && status < 400)
    return `The server redirects elsewhere (${status}), which is not followed.`;
  if (status >= 500) return `The server has a problem of its own (${status}).`;
  return `The server does not accept the request (${status}).`;
};

/** How servers answer a cursor that they no longer know. */
const unknownCursorStatuses = new Set([400, 404, 410, 422]);

export const statusFailure = (status: number, pauseMs: number): PullFailure => ({
  sentence: statusSentence(status),
  ...(status === 429 || status === 503 ? { pauseMs } : {}),
  startsAnew: unknownCursorStatuses.has(status),
});

export const failure = (sentence: string, more: Omit<PullFailure, "sentence"> = {}): PullFailure => ({
  sentence,
  ...more,
});

import { nextPage, type PullProgress } from "#domain/ingestion/pull.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { PullState, PullTarget } from "#server/store/ingestion/pull.ts";
import { addressOf } from "./address.ts";
import { digest } from "./digest.ts";
import { failure, type PullFailure } from "./failure.ts";
import type { Step } from "./keep-page.ts";
import { readPage } from "./read-page.ts";
import { requestPage } from "./request-page.ts";

export type ReadOne =
  /** `afterwards`: the page itself is good, but there is no way on. */
  { ok: true; step: Omit<Step, "pauses">; afterwards?: PullFailure } | { ok: false; failure: PullFailure };

const end: Omit<Step, "pauses"> = { events: [], times: [] };

/** Asks for the page where the walk stands, and says what it holds and where it goes on. */
export const readOne = async (
  target: PullTarget,
  walk: PullProgress,
  context: JobContext,
): Promise<ReadOne> => {
  const { endpointUrl, state } = target;
  const settings = target.settings.pull;
  if (!endpointUrl) return { ok: false, failure: failure("There is no endpoint URL to read from.") };
  const url = addressOf(endpointUrl, settings, walk.place, state.since);
  if (!url) return { ok: false, failure: { ...elsewhere, startsAnew: true } };
  const validator = state.validator?.url === url.href ? state.validator : undefined;
  const reply = await requestPage(target, url, validator ? conditions(validator) : {}, context.egress);
  if (!reply.ok) {
    // Some count their pages by answering that the one after the last is not there.
    const isPastTheEnd = reply.status === 404 && walk.place.by === "page" && walk.seen.length > 0;
    return isPastTheEnd ? { ok: true, step: end } : reply;
  }
  const { status, headers, body } = reply.answer;
  if (status === 304) return { ok: true, step: { ...end, validator } };
  if (status === 204) return { ok: true, step: end };
  const read = await readPage(settings, body, headers["content-type"] ?? "", context.mapping);
  if (!read.ok) return read;
  const { events, times, ...found } = read.page;
  const next = nextPage(settings, walk, { ...found, link: headers.link }, digest);
  const step = { events, times };
  if (!next) return { ok: true, step: { ...step, validator: validatorOf(target, walk, url, headers) } };
  if (next.place.by !== "url") return { ok: true, step: { ...step, next } };
  const address = addressOf(url.href, settings, next.place, null);
  if (!address) return { ok: true, step: { ...step, next: walk }, afterwards: elsewhere };
  return { ok: true, step: { ...step, next: { ...next, place: { by: "url", url: address.href } } } };
};

const elsewhere = failure("The next page is on another server, which is not followed.");

const conditions = ({ etag, modified }: NonNullable<PullState["validator"]>): Record<string, string> => ({
  ...(etag ? { "if-none-match": etag } : {}),
  ...(modified ? { "if-modified-since": modified } : {}),
});

/**
 * Only where the first page is all there is, and would itself tell of a second: elsewhere the first page may stay
 * as it is while the last one grows.
 */
const validatorOf = (
  { settings: { pull } }: PullTarget,
  { place }: PullProgress,
  url: URL,
  { etag, "last-modified": modified }: Record<string, string>,
): PullState["validator"] => {
  const isWhole = place.by === "start" && (pull.pagination.by === "none" || pull.pagination.by === "cursor");
  if (!isWhole || !(etag || modified)) return undefined;
  return { url: url.href, ...(etag ? { etag } : {}), ...(modified ? { modified } : {}) };
};

import type { PagePosition } from "#domain/ingestion/pull.ts";
import type { PullSettings } from "#domain/ingestion/settings.ts";

/** The query parameter that carries the key, where it is one. */
export const keyParameter = ({ keyIn }: PullSettings): string | undefined =>
  keyIn.startsWith("?") ? keyIn.slice(1) : undefined;

/**
 * Where a page is, without the key. Nothing when the place is on another server: our credentials are for this one
 * alone, and whoever answers could otherwise send us anywhere.
 */
export const addressOf = (
  base: string,
  settings: PullSettings,
  place: PagePosition,
  since: string | null | undefined,
): URL | undefined => {
  const start = URL.parse(base);
  if (!start) return undefined;
  if (place.by === "url") {
    const url = URL.parse(place.url, start.href);
    if (!url || url.origin !== start.origin || url.username || url.password) return undefined;
    const key = keyParameter(settings);
    if (key) url.searchParams.delete(key);
    return url;
  }
  const { pagination } = settings;
  if (place.by === "page" && pagination.by === "page")
    start.searchParams.set(pagination.parameter, String(place.page));
  if (place.by === "cursor" && pagination.by === "cursor")
    start.searchParams.set(pagination.parameter, place.cursor);
  if (settings.since && since) start.searchParams.set(settings.since.parameter, since);
  start.hash = "";
  return start;
};

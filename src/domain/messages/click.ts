/** What is known of a request that says that a link was opened. */
export type ClickAttempt = {
  now: number;
  /** When the message left; null where that is not known. */
  sentAt: number | null;
  /** When the link was counted last; null for never. */
  lastClickedAt: number | null;
  /** Whether the request carries what only the page of the link has. */
  hasPage: boolean;
  userAgent: string;
  /** The headers in which browsers say that nobody asked for the page yet. */
  purpose: string;
};

/** Why a click is not counted. */
type ClickRefusal = "no_page" | "prefetch" | "scanner" | "too_soon" | "repeated";

/** A machine that follows the links of a message does so at once; a person has to read first. */
export const soonestClickMs = 3000;
/** Clicks of one link within this time are one. */
export const repeatedClickMs = 10 * 60_000;

/** Programs that follow links: previews of messengers, mail filters, crawlers, libraries. */
const machines =
  /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp\/|telegrambot|skypeuripreview|embedly|vkshare|scanner|urlscan|safelinks|proofpoint|mimecast|barracuda|symantec|messagelabs|trendmicro|fireeye|google-read-aloud|googleimageproxy|yahoomailproxy|headlesschrome|phantomjs|lighthouse|python-|aiohttp|httpx|curl\/|wget\/|go-http-client|okhttp|java\/|libwww|axios|node-fetch|undici|apache-httpclient|postman/i;

/** Whether a click counts as one of the person; else why not. */
export const decideClick = (click: ClickAttempt): ClickRefusal | null => {
  const { now, sentAt, lastClickedAt, hasPage, userAgent, purpose } = click;
  if (!hasPage) return "no_page";
  if (/prefetch|prerender|preview/i.test(purpose)) return "prefetch";
  if (userAgent.trim() === "" || machines.test(userAgent)) return "scanner";
  if (sentAt !== null && now - sentAt < soonestClickMs) return "too_soon";
  return lastClickedAt !== null && now - lastClickedAt < repeatedClickMs ? "repeated" : null;
};

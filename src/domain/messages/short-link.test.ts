import { describe, expect, test } from "vitest";
import { type ClickAttempt, decideClick, repeatedClickMs, soonestClickMs } from "./click.ts";
import {
  findLongLinks,
  readTarget,
  sampleShortLink,
  shortenLinks,
  shortLinkCodeLength,
  withSampleLinks,
} from "./short-link.ts";
import { shortLinksIn } from "./template.ts";

describe("where a short link leads", () => {
  test.each([
    ["https://sol.example", "https://sol.example"],
    [" http://sol.example/a?b=c&d=é#e ", "http://sol.example/a?b=c&d=é#e"],
    ["https://сол.example:8443/a", "https://сол.example:8443/a"],
    ["https://sol.example:99999", null],
    ["https://-sol.example", null],
    ["https://sol..example", null],
    ["sol.example", null],
    ["javascript:alert(1)", null],
    ["data:text/html,<b>", null],
    ["https://", null],
    ["https://sol.example/a b", null],
    ['https://sol.example/"onclick="x', null],
    ["https://sol.example/<script>", null],
    ["https://sol.example\\@evil.example", null],
    ["https://sol.example@evil.example", null],
    ["//evil.example", null],
    ["https://sol.example/\u0000", null],
    [`https://sol.example/${"a".repeat(2000)}`, null],
  ])("%j", (text, target) => {
    expect(readTarget(text)).toBe(target);
  });
});

test.each([
  ["Book at https://sol.example/visit.", "Book at {{short_link|https://sol.example/visit}}."],
  [
    "(https://a.example/x) http://b.example!",
    "({{short_link|https://a.example/x}}) {{short_link|http://b.example}}!",
  ],
  [
    "{{short_link|https://a.example}} {{company_website}}",
    "{{short_link|https://a.example}} {{company_website}}",
  ],
  ["{{event.link|https://a.example}}", "{{event.link|https://a.example}}"],
  ["No address", "No address"],
])("the addresses of “%s” are shortened once", (text, marked) => {
  expect(shortenLinks(text)).toBe(marked);
  expect(shortenLinks(marked)).toBe(marked);
  expect(findLongLinks(marked)).toEqual([]);
  const bare = (found: string) => !text.includes(`{{event.link|${found}`);
  expect(shortLinksIn(marked)).toEqual(
    [...text.matchAll(/https?:[^\s)}!]+[^\s)}!.]/g)].map(([found]) => found).filter(bare),
  );
});

test("a text is measured as it is sent", () => {
  const target = "https://sol.example/a-long-address";
  const text = `See ${target}!`;
  expect(withSampleLinks(text, [target], "https://go.example")).toBe(
    `See ${sampleShortLink("https://go.example")}!`,
  );
  expect(withSampleLinks(text, [], "https://go.example")).toBe(text);
  expect(withSampleLinks(text, [target], null)).toBe(text);
});

test("a sample is as long as a short link", () => {
  expect(sampleShortLink("https://go.example")).toHaveLength(
    "https://go.example/l/".length + shortLinkCodeLength,
  );
});

describe("a click", () => {
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
  const now = 1_800_000_000_000;
  const attempt: ClickAttempt = {
    now,
    sentAt: now - 60_000,
    lastClickedAt: null,
    hasPage: true,
    userAgent: phone,
    purpose: "",
  };
  test.each<[string, Partial<ClickAttempt>, string | null]>([
    ["of a person counts", {}, null],
    ["of which the sending is not known counts", { sentAt: null }, null],
    ["without the page does not", { hasPage: false }, "no_page"],
    ["of a browser that looks ahead does not", { purpose: "prefetch;prerender" }, "prefetch"],
    ["without a name does not", { userAgent: " " }, "scanner"],
    ["of Outlook's filter does not", { userAgent: `${phone} SafeLinks` }, "scanner"],
    ["of a preview does not", { userAgent: "WhatsApp/2.24.1 A" }, "scanner"],
    [
      "of a messenger's preview does not",
      { userAgent: `${phone} facebookexternalhit/1.1 Facebot Twitterbot/1.0` },
      "scanner",
    ],
    ["of a library does not", { userAgent: "python-requests/2.32" }, "scanner"],
    ["within seconds of the sending does not", { sentAt: now - soonestClickMs + 1 }, "too_soon"],
    ["soon after another one does not", { lastClickedAt: now - repeatedClickMs + 1 }, "repeated"],
    ["later than that counts again", { lastClickedAt: now - repeatedClickMs }, null],
  ])("%s", (_name, values, refusal) => {
    expect(decideClick({ ...attempt, ...values })).toBe(refusal);
  });
});

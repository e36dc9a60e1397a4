import type { Page } from "playwright-core";
import { desktop, openPage, type TestBrowser } from "../browser.ts";
import type { Colleague } from "../colleagues.ts";

export type UserWindow = { page: Page; complaints: string[] };

/** A browser of its own for a user who has signed in already. */
export const openSignedIn = async (
  browser: TestBrowser,
  url: string,
  { cookie }: Pick<Colleague, "cookie">,
): Promise<UserWindow> => {
  const context = await browser.newContext({ ...desktop, acceptDownloads: true });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  return openPage(context);
};

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { project } from "./process.ts";

const places = [
  process.env.FARO_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const openBrowser = (): Promise<Browser> => {
  const executablePath = places.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("No Chromium was found; set FARO_CHROMIUM to one");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
};

/** A page whose console and policy violations count: whatever the browser complains of is kept. */
export const openPage = async (context: BrowserContext): Promise<{ page: Page; complaints: string[] }> => {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Asking who is signed in, before anybody is, is how the app finds out.
    const expected = message.location().url.endsWith("/api/auth/user") && message.text().includes("401");
    if (message.type() === "error" && !expected)
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, complaints };
};

/** What axe finds, as one line each. */
export const accessibilityProblems = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    // No frames of other sites to look into, and so no second page to open for each look.
    .setLegacyMode(true)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
};

/** For a person to look at, where one asks for it; kept under .cache/screenshots. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.FARO_SCREENSHOTS !== "1") return;
  const dir = join(project, ".cache/screenshots");
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`) });
};

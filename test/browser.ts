import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { expect } from "vitest";
import { isDeep } from "./deep.ts";
import { project } from "./process.ts";

const browserPaths = [
  process.env.FARO_CHROMIUM,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const launchBrowser = (): Promise<Browser> => {
  const executablePath = browserPaths.find((path) => path && existsSync(path));
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
let launched: Promise<Browser> | undefined;

/** What a test file uses of the browser. */
export type TestBrowser = Pick<Browser, "newContext" | "newPage"> & {
  /** Closes the windows of this test file. */
  close: () => Promise<void>;
};

/** The test files of a worker share one browser, which ends with the worker. */
export const openBrowser = async (): Promise<TestBrowser> => {
  launched ??= launchBrowser();
  const browser = await launched;
  const contexts: BrowserContext[] = [];
  const newContext: Browser["newContext"] = async (options) => {
    // A service worker would hide requests from the tests that answer or count them; its own journey allows it.
    const context = await browser.newContext({ serviceWorkers: "block", ...options });
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
};

/** A window of a user who asked for less motion: each frame of an animation costs processor time without a graphics card. */
export const desktop: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  reducedMotion: "reduce",
};

const pendingApiRequests = new WeakMap<Page, Set<Request>>();

/** Opens a page and collects its errors, console errors and policy violations in `complaints`. */
export const openPage = async (context: BrowserContext): Promise<{ page: Page; complaints: string[] }> => {
  const page = await context.newPage();
  // Long enough for the first page on a machine with many other tests.
  page.setDefaultTimeout(180_000);
  const complaints: string[] = [];
  const pending = new Set<Request>();
  pendingApiRequests.set(page, pending);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // The live stream never ends.
    if (pathname.startsWith("/api/") && pathname !== "/api/live") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Before the sign-in the app asks for the current user and gets 401.
    const expected = message.location().url.endsWith("/api/auth/user") && message.text().includes("401");
    // A server that finds no free connection on a busy machine says so, and the app asks again.
    const isBusy = message.text().includes("status of 503");
    if (message.type() === "error" && !expected && !isBusy)
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, complaints };
};

/** Waits until the page has no open API request, no skeleton and no running animation that ends. */
export const waitUntilRendered = async (page: Page): Promise<void> => {
  const countUnfinished = () =>
    page.evaluate(async () => {
      // Two frames: one in which React renders the last answer, one in which its animations start.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      await document.fonts.ready;
      const running = document.getAnimations().filter(({ playState, effect }) => {
        const endTime = effect?.getComputedTiming().endTime;
        return playState === "running" && Number.isFinite(Number(endTime));
      });
      return running.length + document.querySelectorAll("[aria-busy=true]").length;
    });
  const pending = pendingApiRequests.get(page) ?? new Set();
  const deadline = Date.now() + 180_000;
  // While an answer is missing the page need not be asked, which would draw frames for nothing.
  while (pending.size > 0 || (await countUnfinished()) > 0 || pending.size > 0) {
    if (Date.now() > deadline) throw new Error(`${page.url()} is still loading or moving`);
    if (pending.size > 0) await sleep(10);
  }
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const axeOptions: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Only violations are described in full, which is most of the time.
  resultTypes: ["violations"],
};

/**
 * Expects that axe finds no violation. Only in `npm run test:deep`, because axe takes most of a journey's time. What is
 * still moving in has not its contrast yet.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  if (!isDeep) return;
  await waitUntilRendered(page);
  // Once per page load, because axe takes as long to compile as to run.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    axeOptions,
  );
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
  expect(problems).toEqual([]);
};

/** Saves a picture under .cache/screenshots when FARO_SCREENSHOTS=1. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.FARO_SCREENSHOTS !== "1") return;
  const dir = join(project, ".cache/screenshots");
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`) });
};

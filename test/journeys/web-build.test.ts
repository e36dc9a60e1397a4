import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desktop, openBrowser, openPage, type TestBrowser, waitUntilRendered } from "../browser.ts";
import { startTestFaro, type TestFaro, type Visitor } from "../faro.ts";
import { project } from "../process.ts";

const built = join(project, "dist/web");
type Chunk = { file: string; imports?: string[] };
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(built, ".vite/manifest.json"), "utf8"));

/** The JavaScript that the given modules load with their static imports, by file name. */
const filesOf = (modules: string[]): string[] => {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  for (const module of modules) visit(module);
  return [...seen].flatMap((key) => manifest[key]?.file ?? []).map((file) => basename(file));
};

let faro: TestFaro;
let browser: TestBrowser;
let admin: Visitor;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  admin = await faro.signedIn("admin");
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** The scripts that a browser requests until the page has its heading, by file name. */
const scriptsBeforeHeading = async (language: string, user?: Visitor): Promise<string[]> => {
  const context = await browser.newContext(desktop);
  const cookies = [...(user?.cookies ?? [])].map(([name, value]) => ({ name, value, url: faro.url }));
  await context.addCookies(cookies);
  await context.addInitScript((chosen) => {
    localStorage.setItem("language", chosen);
    new MutationObserver((_, observer) => {
      if (!document.querySelector("h1")) return;
      performance.mark("heading");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, language);
  const { page, complaints } = await openPage(context);
  await page.goto(faro.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Requests are listed when they have ended.
  await waitUntilRendered(page);
  const names = await page.evaluate(() => {
    const heading = performance.getEntriesByName("heading")[0]?.startTime ?? 0;
    return performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime <= heading)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(complaints).toEqual([]);
  await context.close();
  return names.filter((name) => name.endsWith(".js")).map((name) => basename(name));
};

const pathOf = (script: string) => join(built, script === "theme.js" ? script : join("assets", script));
const gzippedBytes = (scripts: string[]) =>
  scripts.reduce((sum, script) => sum + gzipSync(readFileSync(pathOf(script))).length, 0);

type Texts = { [key: string]: string | Texts };
const keysOf = (texts: Texts, prefix = ""): string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string" ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );
const builtTexts = async (language: string, part: "first" | "other"): Promise<string[]> => {
  const file = manifest[`locales/${language}.json?${part}`]?.file ?? "";
  const { texts } = await import(pathToFileURL(join(built, file)).href);
  return keysOf(texts);
};

/** What looks like the key of a text in a script, or like the beginning of one that is completed at run time. */
const textKeys = (script: string): string[] =>
  [...readFileSync(pathOf(script), "utf8").matchAll(/["'`]([a-zA-Z]+\.[\w.]*)/g)].map(([, key]) => key ?? "");

const signInPage = ["index.html", "mount.tsx"];
const dashboard = [...signInPage, "shell/shell.tsx", "screens/dashboard/dashboard-screen.tsx"];

describe.each([
  ["the sign-in page", signInPage, false],
  ["the dashboard", dashboard, true],
])("%s", (_name, modules, isSignedIn) => {
  describe.each(["en", "es"])("in %s", (language) => {
    let scripts: string[];
    beforeAll(async () => {
      scripts = await scriptsBeforeHeading(language, isSignedIn ? admin : undefined);
    });

    test("loads only its own modules and texts before it is rendered", () => {
      const expected = ["theme.js", ...filesOf([...modules, `locales/${language}.json?first`])];
      expect(scripts.toSorted()).toEqual(expected.toSorted());
    });

    test("loads at most 150 KB of JavaScript and texts before it is rendered, gzipped", () => {
      expect(gzippedBytes(scripts)).toBeLessThanOrEqual(150 * 1024);
    });

    test("uses no text that is loaded later", async () => {
      const others = await builtTexts(language, "other");
      const isLater = (key: string) =>
        others.some(
          (other) =>
            other === key ||
            other.startsWith(`${key}_`) ||
            other.startsWith(key.endsWith(".") ? key : `${key}.`),
        );
      expect(scripts.flatMap(textKeys).filter(isLater)).toEqual([]);
    });
  });
});

describe("the built web", () => {
  test("has each text once, in the part of the first page or in the other", async () => {
    const source: Texts = JSON.parse(readFileSync(join(project, "src/web/locales/en.json"), "utf8"));
    const parts = [...(await builtTexts("en", "first")), ...(await builtTexts("en", "other"))];
    expect(parts.toSorted()).toEqual(keysOf(source).toSorted());
  });

  test("has a text for each key in the list of the first page", async () => {
    const listed: string[] = JSON.parse(
      readFileSync(join(project, "src/web/locales/first-texts.json"), "utf8"),
    );
    const first = await builtTexts("en", "first");
    expect(listed.filter((key) => !first.some((text) => text.startsWith(key)))).toEqual([]);
  });

  test("has no inline script, as its policy requires", () => {
    const html = readFileSync(join(built, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/\son\w+=/);
  });
});

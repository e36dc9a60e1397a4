import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { startSandbox } from "#sandbox/sandbox.ts";
import { openBrowser, openPage } from "../browser.ts";
import { password } from "../faro.ts";
import { startProcess, temporaryDir } from "../process.ts";

export const email = "marisol@example.com";

export let browser: Browser;
/** The journey's page. */
export let page: Page;
/** The product's base URL. */
export let url: string;
/** The same workspace served without the sandbox, where a vendor without a key is not configured. */
export let bareUrl: string;

/** Starts the product with its demo; the simulators replace the vendors' real hosts. */
export const startJourney = async (): Promise<() => Promise<void>> => {
  const [dir, bareDir] = await Promise.all([temporaryDir(), temporaryDir()]);
  const vendors = await startSandbox({ port: 0 });
  const env = {
    FARO_DEMO: "1",
    FARO_ADMIN_EMAIL: email,
    FARO_ADMIN_PASSWORD: password,
    FARO_VENDOR_BASE: vendors.url,
  };
  const [faro, opened] = await Promise.all([startProcess({ dataDir: dir.path, env }), openBrowser()]);
  if (faro.child.exitCode !== null) throw new Error(`The product did not start: ${faro.printed()}`);
  const { host, user, database } = JSON.parse(await readFile(join(dir.path, "database.json"), "utf8"));
  const bare = await startProcess({
    dataDir: bareDir.path,
    env: {
      FARO_ROLE: "web",
      FARO_SANDBOX: "0",
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
      FARO_SECRET_KEY: (await readFile(join(dir.path, "secret.key"), "utf8")).trim(),
    },
  });
  browser = opened;
  ({ page } = await openPage(await browser.newContext({ viewport: { width: 1440, height: 900 } })));
  page.setDefaultTimeout(20_000);
  url = faro.url;
  bareUrl = bare.url;
  return async () => {
    await browser.close();
    await bare.stop();
    await Promise.all([faro.stop(), vendors.stop()]);
    await Promise.all([dir.remove(), bareDir.remove()]);
  };
};

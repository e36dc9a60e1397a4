import { launchBrowser } from "../browser.ts";
import { password } from "../faro.ts";
import { startProcess, temporaryDir } from "../process.ts";
import { type Bench, percentile } from "./measure.ts";

const rounds = 12;
const hrefs = ["/people", "/endpoints", "/brain", "/rules", "/voice", "/compliance", "/settings", "/"];

/** From a click in the sidebar to the first frame of the screen, after each screen was opened once. */
export const routeChange: Bench = {
  name: "warm route change",
  run: async () => {
    const dir = await temporaryDir();
    const env = { FARO_DEMO: "1", FARO_ADMIN_EMAIL: "admin@example.com", FARO_ADMIN_PASSWORD: password };
    const faro = await startProcess({ dataDir: dir.path, env });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(faro.url);
      await page.getByLabel("Email").fill(env.FARO_ADMIN_EMAIL);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByRole("button", { name: "Skip for now" }).click();
      await page.getByRole("navigation").first().waitFor();
      const times = new Map<string, number[]>(hrefs.map((href) => [href, []]));
      for (let round = 0; round <= rounds; round++) {
        for (const href of hrefs) {
          const took = await page.evaluate(async (target) => {
            const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${target}"]`);
            const before = document.querySelector("main")?.textContent;
            const started = performance.now();
            link?.click();
            const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
            while (
              document.querySelector("main")?.textContent === before &&
              performance.now() - started < 5000
            )
              await frame();
            await frame();
            return performance.now() - started;
          }, href);
          await page.waitForTimeout(400);
          // The first round is a warm-up.
          if (round > 0) times.get(href)?.push(took);
        }
      }
      const all = [...times.values()].flat();
      return [
        ...[...times].map(([href, took]) => ({
          what: `click to paint of ${href}, median`,
          value: percentile(took, 50),
          unit: "ms",
        })),
        { what: "click to paint, median", value: percentile(all, 50), unit: "ms" },
        {
          what: "click to paint, p95",
          value: percentile(all, 95),
          unit: "ms",
          limit: { at: "most", value: 100 },
        },
      ];
    } finally {
      await browser.close();
      await faro.stop();
      await dir.remove();
    }
  },
};

import { describe, expect, test } from "vitest";
import { password } from "../faro.ts";
import { button, holds, offline, openToast, seesText, seesToast, slowly } from "./toasts-page.ts";
import { browser, email, page, url } from "./toasts-start.ts";

const signIn = async (who: string, word: string) => {
  await page.getByLabel("Email").fill(who);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await button("Sign In").click();
};

/** From the sign-in screen into the app; and how a toast comes and goes. */
export const signingIn = (): void => {
  describe("signing in", () => {
    test("nothing entered, wrong, too often, and out of reach", async () => {
      await page.goto(url);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await holds("an empty sign-in sends no request", async () => {
        await button("Sign In").click();
        await seesToast("sign-in empty");
        await page.getByLabel("Email").fill(email);
        await button("Sign In").click();
        await seesToast("sign-in empty");
        expect(asked).not.toContain("/api/auth/login");
      });
      await signIn(email, "not the password");
      await seesToast("sign-in refused");
      await offline(async () => {
        await button("Sign In").click();
        await seesToast("sign-in unreachable");
      });
      const data = { email: "nobody@example.com", password: "not the password" };
      for (let attempt = 0; attempt < 5; attempt++)
        await page.request.post(`${url}/api/auth/login`, { data });
      await signIn(data.email, data.password);
      await seesToast("sign-in refused in the server's words");
      await signIn("", "");
      await openToast().getByRole("button", { name: "Close" }).click();
      await expect.poll(() => openToast().count()).toBe(0);
    });

    test("a toast stays for 5 s, gives way to the next, is reached by F8 and swiped away", async () => {
      await holds("a toast takes the place of the one before", async () => {
        await signIn("", "");
        await openToast().waitFor();
        await signIn("nobody@example.com", "still not");
        await seesToast("sign-in refused in the server's words");
      });
      await signIn("", "");
      await holds("F8 leads to the toast", async () => {
        await openToast().waitFor();
        await page.keyboard.press("F8");
        await expect.poll(() => page.locator(":focus").evaluate((element) => element.tagName)).toBe("OL");
        await page.getByLabel("Email").focus();
      });
      const swipe = async (distance: number) => {
        const box = await openToast().boundingBox();
        if (!box) throw new Error("No toast to swipe");
        const [x, y] = [box.x + 100, box.y + box.height / 2];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + distance, y, { steps: 8 });
        await page.mouse.up();
      };
      await holds("a swipe of 50 px to the right dismisses a toast", async () => {
        await swipe(40);
        expect(await openToast().count()).toBe(1);
        await swipe(60);
        await expect.poll(() => openToast().count()).toBe(0);
      });
      await holds("a toast stays 5000 ms", async () => {
        // A clock is a whole context's.
        const beside = await browser.newPage();
        await beside.clock.install();
        await beside.goto(url);
        await beside.getByRole("button", { name: "Sign In" }).waitFor();
        await beside.clock.pauseAt(Date.now() + 60_000);
        await beside.getByRole("button", { name: "Sign In" }).click();
        await openToast(beside).waitFor();
        await beside.clock.runFor(4900);
        expect(await openToast(beside).count()).toBe(1);
        await beside.clock.runFor(200);
        expect(await openToast(beside).count()).toBe(0);
        await beside.close();
      });
    });

    test("while it is signed in, and while the app finds out who is there", async () => {
      await slowly("/api/auth/login", async () => {
        await signIn(email, password);
        await seesText(page, "sign-in pending");
      });
      await page.getByRole("navigation").first().waitFor();
      await slowly("/api/auth/user", async () => {
        await page.reload({ waitUntil: "commit" });
        await seesText(page, "app loading");
      });
      await page.getByRole("navigation").first().waitFor();
    });
  });
};

import { describe, expect, test } from "vitest";
import { password } from "../faro.ts";
import { button, holds, offline, openToast, seesText, seesToast, slowly } from "./toasts-page.ts";
import { browser, email, page, url } from "./toasts-start.ts";

const signIn = async (userEmail: string, userPassword: string) => {
  await page.getByLabel("Email").fill(userEmail);
  await page.getByLabel("Password", { exact: true }).fill(userPassword);
  await button("Sign In").click();
};

/** Tests the sign-in screen, and how toasts appear and disappear. */
export const signingIn = (): void => {
  describe("signing in", () => {
    test("reports empty fields, wrong passwords, too many attempts and a lost connection", async () => {
      await page.goto(url);
      const requestedPaths: string[] = [];
      page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
      await holds("an empty sign-in sends no request", async () => {
        await button("Sign In").click();
        await seesToast("sign-in empty");
        await page.getByLabel("Email").fill(email);
        await button("Sign In").click();
        await seesToast("sign-in empty");
        expect(requestedPaths).not.toContain("/api/auth/login");
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

    test("a toast stays for 5 s, is replaced by the next, gets the focus with F8 and can be swiped away", async () => {
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
        // A fake clock applies to the whole context, so this uses another page.
        const otherPage = await browser.newPage();
        await otherPage.clock.install();
        await otherPage.goto(url);
        await otherPage.getByRole("button", { name: "Sign In" }).waitFor();
        await otherPage.clock.pauseAt(Date.now() + 60_000);
        await otherPage.getByRole("button", { name: "Sign In" }).click();
        await openToast(otherPage).waitFor();
        await otherPage.clock.runFor(4900);
        expect(await openToast(otherPage).count()).toBe(1);
        await otherPage.clock.runFor(200);
        expect(await openToast(otherPage).count()).toBe(0);
        await otherPage.close();
      });
    });

    test("shows that the sign-in and the first load are pending", async () => {
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

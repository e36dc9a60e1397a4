import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  api,
  button,
  changeMeanwhile,
  dialog,
  holds,
  offline,
  openToast,
  save,
  seesText,
  seesToast,
  slowly,
} from "./toasts-page.ts";
import { bareUrl, page, url } from "./toasts-start.ts";

/** Tests scripts in their dialog and in the settings, with and without voice and key. */
export const scripts = (): void => {
  describe("a script", () => {
    const name = "Spoken in the journey";
    const testButton = (where: Page | Locator = dialog()) => button("Test Script", where);
    const findCard = (script: string) =>
      page.locator("form").filter({ has: page.getByRole("button", { name: `Save Script: ${script}` }) });

    test("is validated, tested, not created and created in its dialog", async () => {
      await page.goto(`${url}/settings?tab=scripts`);
      await button("Add New Script").click();
      await save();
      await seesText(dialog(), "script's name and content", 2);
      const voice = dialog().getByLabel("Voice", { exact: true });
      await voice.selectOption({ index: 1 });
      await holds("a script without content cannot be tested", async () =>
        expect(await testButton().isDisabled()).toBe(true),
      );
      await dialog().getByLabel("Content").fill("  ");
      await testButton().click();
      await seesToast("script test without content");
      await dialog().getByLabel("Name").fill(name);
      await dialog().getByLabel("Content").fill("Hello there");
      await voice.selectOption("");
      await holds("a script without a voice cannot be tested in the dialog", async () =>
        expect(await testButton().isDisabled()).toBe(true),
      );
      await dialog().getByLabel("TTS Provider").selectOption("google");
      expect(await testButton().isDisabled()).toBe(false);
      await dialog().getByLabel("TTS Provider").selectOption("elevenlabs");
      await voice.selectOption({ index: 1 });
      await holds("another language brings its accent", async () => {
        for (const [language, accent] of [
          ["es", "es-LA"],
          ["fr", "en-US"],
          ["en", "en-US"],
        ] as const) {
          await dialog().getByLabel("Language").selectOption(language);
          expect(await dialog().getByLabel("Accent").inputValue()).toBe(accent);
        }
      });
      await testButton().click();
      await seesToast("script plays");
      await offline(async () => {
        await testButton().click();
        await expect.poll(() => openToast().count()).toBe(1);
        await seesText(openToast(), "script test unreachable, why");
        await seesToast("script test unreachable");
        await save();
        await seesToast("script not created");
      });
      await api("post", "/api/integrations/elevenlabs", { apiKey: "a bad key" });
      await testButton().click();
      await expect.poll(() => openToast().count()).toBe(1);
      await seesText(openToast(), "script test refused, why");
      await seesToast("script test refused");
      await api("post", "/api/integrations/elevenlabs", { apiKey: null });
      await save();
      await seesToast("script created");
    });

    test("is tested one at a time, not updated, and updated in the settings", async () => {
      const [mine, other] = [findCard(name), findCard("Welcome call")];
      expect(await button("Test Script: Welcome call", other).isDisabled()).toBe(true);
      const content = await mine.getByLabel("Content").inputValue();
      await mine.getByLabel("Content").fill("  ");
      await button(`Test Script: ${name}`).click();
      await seesToast("script test without a voice");
      await mine.getByLabel("Content").fill(content);
      await holds("one script is tested at a time", () =>
        slowly("/api/tts/synthesize", async () => {
          await button(`Test Script: ${name}`).click();
          await seesText(mine, "script testing");
          expect(await button("Testing...", mine).isDisabled()).toBe(true);
          expect(await button("Test Script: Welcome call", other).isDisabled()).toBe(true);
        }),
      );
      await seesToast("script plays");
      await mine.getByLabel("Content").fill("Mine");
      await changeMeanwhile("/api/scripts", name, { content: "Theirs" });
      await button(`Save Script: ${name}`).click();
      await seesToast("script not updated");
      await seesText(mine, "a save that comes too late");
      await button("Load newest version", mine).click();
      await mine.getByLabel("Content").fill("Mine");
      await button(`Save Script: ${name}`).click();
      await seesToast("script updated");
    });

    test("gets a goal on its page, is saved as a version and restored", async () => {
      await page.goto(`${url}/voice`);
      await page.getByRole("link", { name: `Edit ${name}` }).click();
      await button("Add a goal").click();
      await dialog().getByLabel("Goal").fill("Agree on a visit");
      await dialog().getByLabel("What to say").fill("The visit is free.");
      await button("Apply", dialog()).click();
      await page.getByText("reached when it has been said").waitFor();
      const opening = page.getByLabel("Opening and steps");
      await opening.fill("Hello {{custmer_name}}");
      await page.getByText("Did you mean “customer_name”?").first().waitFor();
      await opening.fill("Hello {{customer_name}}");
      await page.getByText("Hello Maria Isabel Rodriguez").waitFor();
      await button("Save Script").click();
      await seesToast("script updated");
      await button("Versions").click();
      await dialog().getByText("1. Agree on a visit").waitFor();
      await button("Restore version 1", dialog()).click();
      await button("Restore", dialog().last()).click();
      await seesToast("script updated");
      await page.keyboard.press("Escape");
      await page.getByText("No goals yet").waitFor();
      expect(await opening.inputValue()).toBe("Hello there");
    });

    test("cannot be tested without the sandbox and without a key", async () => {
      const requestedPaths: string[] = [];
      page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
      await page.goto(`${bareUrl}/settings?tab=scripts`);
      await holds("a script without a provider's key cannot be tested in the settings", async () => {
        await button(`Test Script: ${name}`).waitFor();
        expect(await button(`Test Script: ${name}`).isDisabled()).toBe(true);
      });
      await page.goto(`${bareUrl}/voice`);
      await page.getByRole("link", { name: `Edit ${name}` }).click();
      await testButton(page).click();
      await seesToast("script test without a key");
      await holds("voices are asked for only where there is a key", () =>
        expect(requestedPaths).not.toContain("/api/voice/voices"),
      );
    });
  });
};

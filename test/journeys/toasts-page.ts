import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { rules, texts, toasts } from "./toast-list.ts";
import { page, url } from "./toasts-start.ts";

export const button = (name: string, where: Page | Locator = page): Locator =>
  where.getByRole("button", { name, exact: true }).first();
export const dialog = (): Locator => page.getByRole("dialog");
export const save = (): Promise<void> => button("Save", dialog()).click();

export const api = async (method: "get" | "put" | "post", path: string, data?: object): Promise<any> => {
  const answer = await page.request[method](url + path, { data });
  expect(answer.status(), `${method} ${path}`).toBe(200);
  return answer.json();
};

/** Saves a change as another user, before the page does. */
export const changeMeanwhile = async (path: string, name: string, change: object): Promise<void> => {
  const list = await api("get", path);
  const found = (list.people ?? list).find((one: any) => [one.name, one.firstName].includes(name));
  await api("put", `${path.split("?")[0]}/${found.id}`, change);
};

const missing = new Set([...toasts.map(({ id }) => id), ...texts.map(({ id }) => id), ...rules]);
/** The list's entries that were not seen yet. */
export const stillMissing = (): string[] => [...missing];
const tick = (id: string): void => {
  if (![...toasts, ...texts].some((one) => one.id === id) && !rules.includes(id))
    throw new Error(`toast-list.ts has no ${id}`);
  missing.delete(id);
};

export const openToast = (where: Page = page): Locator => where.locator("ol > li[data-state=open]");

type Words = { title: string; description: string; isDestructive: boolean };

/** Reads the toasts on the screen and closes the expected one. */
const readToasts = (hoped: Words) =>
  openToast().evaluateAll((cards, wanted) => {
    const shown = cards.map((card) => {
      const [title, description] = [...card.querySelectorAll(":scope > div > div")];
      return {
        title: title?.textContent,
        description: description?.textContent,
        isDestructive: card.querySelector("svg")?.classList.contains("text-bad"),
      };
    });
    const why = cards[0]?.querySelector("p")?.textContent;
    if (JSON.stringify(shown) === JSON.stringify([wanted])) cards[0]?.querySelector("button")?.click();
    return { shown, why };
  }, hoped);

/** Waits until exactly this toast is on the screen; returns the reason under it. */
export const seesWords = async (words: Words): Promise<string | undefined> => {
  let why: string | undefined;
  const read = async () => {
    const toast = await readToasts(words);
    why = toast.why ?? undefined;
    return toast.shown;
  };
  await expect.poll(read, { interval: 20 }).toEqual([words]);
  return why;
};

export const seesToast = async (id: string): Promise<string | undefined> => {
  const toast = toasts.find((one) => one.id === id);
  if (!toast) throw new Error(`toast-list.ts has no ${id}`);
  const { title, description, isDestructive } = toast;
  const why = await seesWords({ title, description, isDestructive });
  tick(id);
  return why;
};

/** Waits until the text is visible exactly so many times. */
export const seesText = async (where: Page | Locator, id: string, times = 1): Promise<void> => {
  const text = texts.find((one) => one.id === id)?.text ?? "";
  await expect
    .poll(() => where.getByText(text, { exact: true }).filter({ visible: true }).count(), { interval: 20 })
    .toBe(times);
  tick(id);
};

export const holds = async (rule: string, check: () => unknown): Promise<void> => {
  await check();
  tick(rule);
};

/** Runs the work while the browser is offline. */
export const offline = async (work: () => Promise<unknown>): Promise<void> => {
  await page.context().setOffline(true);
  await work();
  await page.context().setOffline(false);
};

/** Runs the work while the answers to an API call are delayed. */
export const slowly = async (path: string, work: () => Promise<unknown>): Promise<void> => {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  await page.route(`**${path}`, (route) => {
    const passed = gate.then(() => route.continue());
    held.push(passed);
    return passed;
  });
  await work();
  answer();
  await Promise.all(held);
  await page.unroute(`**${path}`);
};

import { act, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { rules, texts, toasts } from "../journeys/toast-list.ts";

const seen = new Set<string>();
const markSeen = (id: string): void => {
  if (![...toasts, ...texts].some((one) => one.id === id) && !rules.includes(id))
    throw new Error(`toast-list.ts has no ${id}`);
  seen.add(id);
};

/** Test files share this module, and each proves its own entries. */
export const forgetSeen = (): void => seen.clear();

/** Of the given entries of the list, those that no test of this file has seen. */
export const notSeen = (ids: readonly string[]): string[] => ids.filter((id) => !seen.has(id));

export const openToasts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>("ol > li[data-state=open]"),
];

export const closeToasts = (): void =>
  act(() => {
    for (const card of openToasts())
      within(card)
        .getByLabelText(/^(Close|Cerrar)$/)
        .click();
  });

type Words = { title: string; description: string; isDestructive: boolean };

const readToast = (card: HTMLElement): Words => {
  const [title, description] = [...card.querySelectorAll(":scope > div > div")];
  return {
    title: title?.textContent ?? "",
    description: description?.textContent ?? "",
    isDestructive: card.querySelector("svg")?.classList.contains("text-bad") === true,
  };
};

/** Waits until exactly this toast is on the screen and closes it; returns the reason under it. */
export const seesWords = async (words: Words): Promise<string | undefined> => {
  const [card] = await waitFor(() => {
    const cards = openToasts();
    expect(cards.map(readToast)).toEqual([words]);
    return cards;
  });
  const why = card?.querySelector("p")?.textContent ?? undefined;
  closeToasts();
  return why;
};

export const seesToast = async (id: string): Promise<string | undefined> => {
  const toast = toasts.find((one) => one.id === id);
  if (!toast) throw new Error(`toast-list.ts has no toast ${id}`);
  const { title, description, isDestructive } = toast;
  const why = await seesWords({ title, description, isDestructive });
  markSeen(id);
  return why;
};

/** Waits until the text is in the element exactly so many times. */
export const seesText = async (id: string, where: HTMLElement = document.body, times = 1): Promise<void> => {
  const entry = texts.find((one) => one.id === id);
  if (!entry) throw new Error(`toast-list.ts has no text ${id}`);
  await waitFor(() => expect(within(where).queryAllByText(entry.text)).toHaveLength(times));
  markSeen(id);
};

export const holds = async (rule: string, check: () => unknown): Promise<void> => {
  await check();
  markSeen(rule);
};

export const dialog = (): HTMLElement => {
  const open = screen.getAllByRole("dialog");
  const [last] = open.slice(-1);
  if (!last) throw new Error("No dialog is open");
  return last;
};

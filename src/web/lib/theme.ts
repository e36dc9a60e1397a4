import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./local-storage.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

const read = (): Theme => themes.find((theme) => theme === readStored(storageKey)) ?? "system";
let current = read();

const applyTheme = () => {
  const dark = current === "dark" || (current === "system" && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
};

systemIsDark.addEventListener("change", applyTheme);

export const setTheme = (theme: Theme): void => {
  current = theme;
  writeStored(storageKey, theme);
  applyTheme();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current);

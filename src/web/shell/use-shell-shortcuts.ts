import { useEffect } from "react";
import { useLocation } from "wouter";
import { useShortcuts } from "#web/lib/keyboard.ts";
import type { ShowOverlay } from "./use-overlay.ts";
import { useScreens } from "./use-screens.ts";

const focusSearch = () => document.querySelector<HTMLInputElement>("main input[type=search]")?.focus();

export const useShellShortcuts = (show: ShowOverlay): void => {
  const [, navigate] = useLocation();
  const screens = useScreens();

  useShortcuts({
    ...Object.fromEntries(screens.map(({ shortcut, path }) => [`g ${shortcut}`, () => navigate(path)])),
    "?": () => show("shortcuts"),
    "/": focusSearch,
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      show("palette");
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [show]);
};

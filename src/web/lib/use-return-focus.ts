import { useRef } from "react";

/** Whoever opened a dialog gets the focus back when it closes, though no button of the dialog's own opened it. */
export const useReturnFocus = () => {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      opener.current = activeElement instanceof HTMLElement ? activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      // A tab that is focused is chosen, too; the one that is chosen already is no change.
      const place = current
        ?.closest('[role="tablist"]')
        ?.querySelector<HTMLElement>('[aria-selected="true"]');
      if (current?.isConnected && current !== document.body) (place ?? current).focus();
      // What was chosen in a menu is gone with the menu; of another dialog below, nothing outside may be focused.
      else if (!document.querySelector('[role="dialog"]')) document.querySelector("main")?.focus();
    },
  };
};

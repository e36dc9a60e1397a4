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
      // What was chosen in a menu is gone with the menu.
      if (current?.isConnected && current !== document.body) current.focus();
      else document.querySelector("main")?.focus();
    },
  };
};

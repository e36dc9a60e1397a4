import { useRef } from "react";

/** Returns the focus to the element that opened a dialog, as our dialogs have no Radix trigger. */
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
      // Focusing a tab also selects it, so the focus returns to the selected tab.
      const selectedTab = current
        ?.closest('[role="tablist"]')
        ?.querySelector<HTMLElement>('[aria-selected="true"]');
      if (current?.isConnected && current !== document.body) (selectedTab ?? current).focus();
      // The opener may be gone with its menu. Under another dialog, nothing outside of that dialog may have the focus.
      else if (!document.querySelector('[role="dialog"]')) document.querySelector("main")?.focus();
    },
  };
};

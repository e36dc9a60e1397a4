import { useEffect } from "react";

const controls =
  "a, button, input, select, textarea, label, summary, [contenteditable], [role], [tabindex='0']";

const isInControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target !== document.body && target.closest(controls) !== null;

/** The space bar, unless it belongs to the control that has the focus or a dialog is open. */
export const usePauseKey = (onPress: (() => void) | undefined): void => {
  useEffect(() => {
    if (!onPress) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== " " || event.defaultPrevented || event.repeat) return;
      if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
      if (isInControl(event.target) || document.querySelector("[role=dialog], [role=menu]")) return;
      event.preventDefault();
      onPress();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [onPress]);
};

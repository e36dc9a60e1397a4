import { useEffect, useRef } from "react";

type Shortcuts = Record<string, () => void>;

/** Time in which the second key of a sequence such as `g d` must follow. */
const sequenceMs = 1200;

/** In the order of mounting; the last one takes precedence. */
const layers: { current: Shortcuts }[] = [];
let firstKey: { key: string; at: number } | undefined;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=textbox]") !== null);

const isOverlayOpen = (): boolean => document.querySelector("[role=dialog], [role=menu]") !== null;

const findAction = (keys: string) => layers.findLast((layer) => layer.current[keys])?.current[keys];

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
  if (isTyping(event.target) || isOverlayOpen()) return;
  const pair =
    firstKey && event.timeStamp - firstKey.at < sequenceMs
      ? findAction(`${firstKey.key} ${event.key}`)
      : undefined;
  const action = pair ?? findAction(event.key);
  firstKey = action ? undefined : { key: event.key, at: event.timeStamp };
  if (!action) return;
  event.preventDefault();
  action();
};

/**
 * Runs the action of a key or of a sequence of two keys ("g d"). Inactive while the user types, holds a modifier
 * or has a dialog or menu open.
 */
export const useShortcuts = (actions: Shortcuts): void => {
  const layer = useRef(actions);
  useEffect(() => {
    layer.current = actions;
  });
  useEffect(() => {
    if (layers.push(layer) === 1) addEventListener("keydown", onKeyDown);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener("keydown", onKeyDown);
    };
  }, []);
};

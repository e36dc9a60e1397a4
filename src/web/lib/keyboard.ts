import { useEffect, useRef } from "react";

type Actions = Record<string, () => void>;

/** How long a first key such as `g` waits for the second. */
const patience = 1200;

/** The newest last, so that what lies on top is asked first. */
const layers: { current: Actions }[] = [];
let first: { key: string; at: number } | undefined;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=textbox]") !== null);

const isCovered = (): boolean => document.querySelector("[role=dialog], [role=menu]") !== null;

const find = (keys: string) => layers.findLast((layer) => layer.current[keys])?.current[keys];

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
  if (isTyping(event.target) || isCovered()) return;
  const pair = first && event.timeStamp - first.at < patience ? find(`${first.key} ${event.key}`) : undefined;
  const action = pair ?? find(event.key);
  first = action ? undefined : { key: event.key, at: event.timeStamp };
  if (!action) return;
  event.preventDefault();
  action();
};

/**
 * Runs the action of a key, or of two keys in turn ("g d"). Silent while the person types, holds a modifier,
 * or has a dialog or menu open.
 */
export const useShortcuts = (actions: Actions): void => {
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

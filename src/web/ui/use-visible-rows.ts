import { type Rect, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useRef } from "react";
import { useIdle } from "#web/lib/use-idle.ts";

const rowHeight = 44;
/** Rows drawn above and below those in view, once there is time for them. */
const margin = 6;
/** The height of a table that was never seen. */
const guess = 420;

/** How high each table was when last seen, so that its first drawing holds the right rows. */
const heights = new Map<string, number>();

type Observed = (rect: Rect) => void;

/**
 * A table seen before is measured by a resize observer, which answers once the browser has laid it out anyway. One seen
 * for the first time is measured at once, so that rows the guess left out come into the same frame.
 */
const observe = (label: string) => (virtual: Virtualizer<HTMLDivElement, Element>, tell: Observed) => {
  const element = virtual.scrollElement;
  if (!element) return;
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = element;
    if (height > 0) heights.set(label, height);
    tell({ width, height });
  };
  if (!heights.has(label)) measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Which rows of a table are in view, and the room that the others take. */
export const useVisibleRows = (
  label: string,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly { id: string }[],
) => {
  const idle = useIdle();
  const { current: observeElementRect } = useRef(observe(label));
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    initialRect: { width: innerWidth, height: heights.get(label) ?? guess },
    observeElementRect,
    overscan: idle ? margin : 0,
  });
  const items = virtual.getVirtualItems();
  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  };
};

import { type Rect, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useRef } from "react";
import { useIdle } from "#web/lib/use-idle.ts";

const rowHeight = 44;
/** Rows rendered above and below the visible ones once the browser is idle. */
const overscanRows = 6;
/** Assumed height of a table that was never measured. */
const defaultHeight = 420;

/** Last measured height of each table by label, so that the first render has the right rows. */
const heights = new Map<string, number>();

type RectListener = (rect: Rect) => void;

/**
 * A table with a known height is measured by the resize observer, without forcing a layout. A new one is measured at
 * once, so that missing rows render in the same frame.
 */
const observeHeight =
  (label: string) => (virtual: Virtualizer<HTMLDivElement, Element>, onRect: RectListener) => {
    const element = virtual.scrollElement;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (height > 0) heights.set(label, height);
      onRect({ width, height });
    };
    if (!heights.has(label)) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  };

/** The visible rows of a table, and the height of the rows before and after them. */
export const useVisibleRows = (
  label: string,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly { id: string }[],
) => {
  const idle = useIdle();
  const { current: observeElementRect } = useRef(observeHeight(label));
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    initialRect: { width: innerWidth, height: heights.get(label) ?? defaultHeight },
    observeElementRect,
    overscan: idle ? overscanRows : 0,
  });
  const items = virtual.getVirtualItems();
  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
  };
};

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Closer than this to the end, the list follows new entries. */
const endDistance = 80;
/** Closer than this to the beginning, older entries are loaded. */
const startDistance = 240;

type ThreadScroll = {
  firstKey: string | undefined;
  lastKey: string | undefined;
  hasOlder: boolean;
  loadOlder: () => void;
};

/** Starts at the newest entry, follows new ones while it is there, and keeps its place when older ones are added. */
export const useThreadScroll = (
  scroller: RefObject<HTMLDivElement | null>,
  { firstKey, lastKey, hasOlder, loadOlder }: ThreadScroll,
) => {
  const [isAtEnd, setAtEnd] = useState(true);
  const atEnd = useRef(true);
  const shown = useRef<{ firstKey: string | undefined; height: number }>({ firstKey: undefined, height: 0 });

  const goToEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when entries are added at either end
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const isOlderAdded = shown.current.firstKey !== undefined && shown.current.firstKey !== firstKey;
    if (atEnd.current) goToEnd();
    else if (isOlderAdded) element.scrollTop += element.scrollHeight - shown.current.height;
    shown.current = { firstKey, height: element.scrollHeight };
  }, [firstKey, lastKey]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < endDistance;
      atEnd.current = isNear;
      setAtEnd(isNear);
      shown.current.height = element.scrollHeight;
      if (element.scrollTop < startDistance && hasOlder) loadOlder();
    };
    // Images and a growing composer change the height; the end stays in view.
    const observer = new ResizeObserver(() => atEnd.current && goToEnd());
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, hasOlder, loadOlder, goToEnd]);

  return { isAtEnd, goToEnd };
};

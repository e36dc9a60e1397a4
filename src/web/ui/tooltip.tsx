import {
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";

/** Hover time before a tooltip opens. */
const openDelayMs = 700;
/** Within this time after a tooltip closed, the next one opens without delay. */
const skipDelayMs = 300;
/** Time to move the pointer from an element to its tooltip. */
const closeDelayMs = 120;

const closest = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** The element with `data-tooltip` that is hovered long enough or has the keyboard focus. */
const useTooltip = () => {
  const [target, setTarget] = useState<HTMLElement>();
  const shown = useRef<HTMLElement>(undefined);
  const hiddenAt = useRef(Number.NEGATIVE_INFINITY);

  const show = useCallback((next: HTMLElement | undefined) => {
    if (shown.current && !next) hiddenAt.current = performance.now();
    shown.current = next;
    setTarget(next);
  }, []);
  const hide = useCallback(() => show(undefined), [show]);

  useEffect(() => {
    const stop = new AbortController();
    let hovered: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (ms: number, next: HTMLElement | undefined) => {
      clearTimeout(timer);
      timer = setTimeout(() => show(next?.isConnected ? next : undefined), ms);
    };

    const onPointer = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      const over = closest(event, "[data-tooltip]");
      if (closest(event, "[role=tooltip]")) return clearTimeout(timer);
      if (over === hovered && (!over || over === shown.current)) return clearTimeout(timer);
      if (over === hovered) return;
      hovered = over;
      const skipsDelay = shown.current || performance.now() - hiddenAt.current < skipDelayMs;
      if (over) schedule(skipsDelay ? 0 : openDelayMs, over);
      else if (shown.current) schedule(closeDelayMs, undefined);
      else clearTimeout(timer);
    };
    const onFocus = (event: FocusEvent) => {
      const focused = closest(event, "[data-tooltip]");
      if (focused?.matches(":focus-visible")) show(focused);
    };
    const hideNow = () => {
      clearTimeout(timer);
      if (shown.current) show(undefined);
    };

    const { signal } = stop;
    document.addEventListener("pointerover", onPointer, { signal, passive: true });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("focusout", hideNow, { signal });
    document.addEventListener("pointerdown", hideNow, { signal, passive: true });
    document.documentElement.addEventListener("pointerleave", hideNow, { signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [show]);

  return { target, hide };
};

type TooltipProps = {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactElement<Record<string, unknown>>;
};

/** Marks its child. All tooltips of the page share one bubble. */
export const Tooltip = ({ text, side = "bottom", children }: TooltipProps) =>
  cloneElement(children, { "data-tooltip": text, "data-tooltip-side": side });

const TooltipBubble = lazy(async () => ({ default: (await import("./tooltip-bubble.tsx")).TooltipBubble }));

/** Shows the tooltip of the hovered or focused element. Mounted once, in the shell. */
export const Tooltips = () => {
  const { target, hide } = useTooltip();
  return (
    target && (
      <Suspense fallback={null}>
        <TooltipBubble key={target.dataset.tooltip} target={target} onHide={hide} />
      </Suspense>
    )
  );
};

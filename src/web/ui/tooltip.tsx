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

/** The pointer rests this long on something before its tooltip shows … */
const patience = 700;
/** … but not when another was shown this short a time ago. */
const stillCurious = 300;
/** Time to cross the gap between a thing and its tooltip. */
const crossing = 120;

const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** What carries `data-tooltip` and is pointed at, or in the focus of the keyboard, long enough to be explained. */
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
    let pointed: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (ms: number, next: HTMLElement | undefined) => {
      clearTimeout(timer);
      timer = setTimeout(() => show(next?.isConnected ? next : undefined), ms);
    };

    const onPointer = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      const over = within(event, "[data-tooltip]");
      if (within(event, "[role=tooltip]")) return clearTimeout(timer);
      if (over === pointed && (!over || over === shown.current)) return clearTimeout(timer);
      if (over === pointed) return;
      pointed = over;
      const curious = shown.current || performance.now() - hiddenAt.current < stillCurious;
      if (over) later(curious ? 0 : patience, over);
      else if (shown.current) later(crossing, undefined);
      else clearTimeout(timer);
    };
    const onFocus = (event: FocusEvent) => {
      const focused = within(event, "[data-tooltip]");
      if (focused?.matches(":focus-visible")) show(focused);
    };
    const leave = () => {
      clearTimeout(timer);
      if (shown.current) show(undefined);
    };

    const { signal } = stop;
    document.addEventListener("pointerover", onPointer, { signal, passive: true });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("focusout", leave, { signal });
    document.addEventListener("pointerdown", leave, { signal, passive: true });
    document.documentElement.addEventListener("pointerleave", leave, { signal });
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

/** Only marks its child: one bubble serves the whole page, however many things have a tooltip. */
export const Tooltip = ({ text, side = "bottom", children }: TooltipProps) =>
  cloneElement(children, { "data-tooltip": text, "data-tooltip-side": side });

const TooltipBubble = lazy(async () => ({ default: (await import("./tooltip-bubble.tsx")).TooltipBubble }));

/** Shows the tooltip of whatever is pointed at. Stands once, in the shell. */
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

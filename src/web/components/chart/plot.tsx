import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cn } from "#web/lib/cn.ts";

/** The place of a value in the drawing. Its label is also its tooltip. */
export type PlotMark = { id: string; label: string; x: number; y: number; width: number; height: number };

type PlotProps = {
  label: string;
  height: number;
  /** The values, as assistive technology and the keyboard find them. */
  marks: (width: number) => readonly PlotMark[];
  /** The drawing, as the content of an SVG. */
  children: (width: number) => ReactNode;
};

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The width of the element, so that the plot is drawn in pixels and its texts keep their size. */
const useWidth = (initial: number) => {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const measure = () => setWidth((before) => Math.round(observed.clientWidth) || before);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return { element, width };
};

/** A drawing as wide as its place. One of its values is in the tab order; the arrow keys move between them. */
export const Plot = ({ label, height, marks, children }: PlotProps) => {
  const { element, width } = useWidth(340);
  const [active, setActive] = useState(0);
  const placed = marks(width);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[];
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const index = items.indexOf(event.currentTarget);
    const next = Math.min(items.length - 1, Math.max(0, step(index, items.length)));
    setActive(next);
    items[next]?.focus();
  };

  return (
    <div ref={element} className="relative min-w-0">
      <svg
        aria-hidden="true"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block overflow-visible tabular-nums"
      >
        {children(width)}
      </svg>
      <ul aria-label={label}>
        {placed.map((mark, index) => (
          <li
            key={mark.id}
            tabIndex={index === Math.min(active, placed.length - 1) ? 0 : -1}
            data-tooltip={mark.label}
            data-tooltip-side="top"
            onKeyDown={onKeyDown}
            style={{ left: mark.x, top: mark.y, width: mark.width, height: mark.height }}
            className="absolute rounded-sm focus-visible:outline-offset-1"
          >
            <span className="sr-only">{mark.label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

type AxisTextProps = {
  x: number;
  y: number;
  anchor?: "start" | "middle" | "end";
  className?: string;
  children: ReactNode;
};

export const AxisText = ({ x, y, anchor = "middle", className, children }: AxisTextProps) => (
  <text x={x} y={y} textAnchor={anchor} className={cn("base:fill-faint base:text-[11px]", className)}>
    {children}
  </text>
);

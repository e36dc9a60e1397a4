import { cloneElement, lazy, type ReactElement, Suspense } from "react";
import { useTooltip } from "./use-tooltip.ts";

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

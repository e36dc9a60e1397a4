import { Tooltip as Radix } from "radix-ui";
import { useLayoutEffect, useState } from "react";

const id = "tooltip";
const sides = ["top", "right", "bottom", "left"] as const;

/** Shows the tooltip of an element and sets it as the description for screen readers. */
export const TooltipBubble = ({ target, onHide }: { target: HTMLElement; onHide: () => void }) => {
  const [{ left, top, width, height }] = useState(() => target.getBoundingClientRect());
  const side = sides.find((side) => side === target.dataset.tooltipSide) ?? "bottom";

  useLayoutEffect(() => {
    target.setAttribute("aria-describedby", id);
    return () => target.removeAttribute("aria-describedby");
  }, [target]);
  useLayoutEffect(() => {
    const onScroll = (event: Event) => {
      if (event.target instanceof Node && event.target.contains(target)) onHide();
    };
    addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => removeEventListener("scroll", onScroll, { capture: true });
  }, [target, onHide]);

  return (
    <Radix.Provider disableHoverableContent>
      <Radix.Root open onOpenChange={(open) => !open && onHide()}>
        <Radix.Trigger asChild>
          <span
            aria-hidden="true"
            className="pointer-events-none fixed"
            style={{ left, top, width, height }}
          />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 animate-appear rounded-md bg-deep px-2 py-1 text-white text-xs shadow-float dark:bg-deep-raised"
          >
            {target.dataset.tooltip}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
};

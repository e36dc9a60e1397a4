import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cn } from "#web/lib/cn.ts";

type GrowingTextProps = ComponentProps<"textarea"> & { value: string };

/** A text area that grows with its text, up to a third of the window. */
export const GrowingText = ({ value, className, ref, ...props }: GrowingTextProps) => {
  const own = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = own.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [value]);
  return (
    <textarea
      {...props}
      ref={(element) => {
        own.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      rows={1}
      value={value}
      className={cn(
        "block max-h-[33dvh] min-h-9 w-full resize-none overflow-y-auto bg-transparent px-3 pt-2.5 pb-1 text-base leading-5 outline-none sm:text-[13.5px]",
        className,
      )}
    />
  );
};

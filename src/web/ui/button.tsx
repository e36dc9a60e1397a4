import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#web/lib/cn.ts";

const variants = {
  primary: "border-sea-strong bg-sea base:text-on-sea hover:bg-sea-strong",
  secondary: "border-line bg-panel base:text-ink hover:bg-hover",
  ghost: "border-transparent bg-transparent base:text-soft hover:bg-hover hover:text-ink",
  danger: "border-bad bg-bad base:text-on-bad hover:opacity-90",
} as const;

const sizes = {
  md: "base:h-9 gap-2 base:px-3",
  sm: "base:h-8 gap-1.5 base:px-2.5",
  icon: "base:size-9",
} as const;

type ButtonProps = ComponentProps<"button"> & {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Renders the child element as the button, e.g. a link. */
  asChild?: boolean;
};

export const Button = ({ variant = "secondary", size = "md", asChild, className, ...props }: ButtonProps) => {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element
      {...(asChild ? {} : { type: "button" as const })}
      className={cn(
        "inline-flex shrink-0 items-center justify-center rounded-lg border font-[560] text-sm whitespace-nowrap transition-colors",
        "disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
        variants[variant],
        sizes[size],
        className,
      )}
      {...props}
    />
  );
};

import type { LucideIcon } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { cn } from "#web/lib/cn.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";

type NavEntryProps = {
  href: string;
  label: string;
  tooltip: string;
  icon: LucideIcon;
  go: string;
  active: boolean;
  nested?: boolean;
};

/** Drawn again only when it becomes the current one, or ceases to be. */
export const NavEntry = memo((props: NavEntryProps) => {
  const { href, label, tooltip, icon: Icon, go, active, nested = false } = props;
  const link = (
    <Link
      href={href}
      {...(active ? { "aria-current": nested ? ("page" as const) : ("true" as const) } : {})}
      className={cn(
        "group flex items-center gap-2.5 rounded-lg px-2.5 transition-colors focus-visible:outline-beam focus-visible:-outline-offset-2",
        nested ? "ml-6.5 h-8 text-sm" : "h-8.5",
        active ? "text-white" : "hover:bg-deep-raised/55 hover:text-white",
        active && (nested ? "bg-deep-raised/55" : "bg-deep-raised shadow-[inset_2px_0_0_var(--color-beam)]"),
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 opacity-85" strokeWidth={1.8} />
      <span className="truncate">{label}</span>
      {!active && !nested && (
        <span
          aria-hidden="true"
          className="ml-auto hidden text-2xs text-deep-faint uppercase tracking-wide lg:block"
        >
          {`G ${go}`}
        </span>
      )}
    </Link>
  );
  return (
    <li>
      {tooltip === label ? (
        link
      ) : (
        <Tooltip text={tooltip} side="right">
          {link}
        </Tooltip>
      )}
    </li>
  );
});

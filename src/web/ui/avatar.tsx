import { cn } from "#web/lib/cn.ts";

/** Initials. Decorative, as the name is always beside them. */
export const Avatar = ({ name, className }: { name: string; className?: string }) => {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("");
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid base:size-7 shrink-0 place-items-center rounded-full base:bg-sea-tint font-[650] base:text-sea base:text-xs uppercase",
        className,
      )}
    >
      {initials}
    </span>
  );
};

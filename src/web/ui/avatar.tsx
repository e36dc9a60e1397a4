import { cn } from "#web/lib/cn.ts";

/** The first letters of a name; decorative, as the name always stands beside it. */
export const Avatar = ({ name, className }: { name: string; className?: string }) => {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("");
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-7 shrink-0 place-items-center rounded-full base:bg-sea-tint font-[650] base:text-sea text-xs uppercase",
        className,
      )}
    >
      {letters}
    </span>
  );
};

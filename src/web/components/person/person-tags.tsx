import { cn } from "#web/lib/cn.ts";

type PersonTagsProps = { tags: readonly string[]; max: number; className?: string };

/** The first tags, each cut to one line; the others are counted, and named on demand. */
export const PersonTags = ({ tags, max, className }: PersonTagsProps) => {
  const others = tags.slice(max);
  return (
    <>
      {tags.slice(0, max).map((tag) => (
        <span
          key={tag}
          title={tag}
          className={cn(
            "max-w-36 truncate rounded-md px-1.5 py-px font-[540] text-soft text-xs ring-1 ring-line ring-inset",
            className,
          )}
        >
          {tag}
        </span>
      ))}
      {others.length > 0 && (
        <span title={others.join(", ")} className={cn("text-faint text-xs tabular-nums", className)}>
          +{others.length}
        </span>
      )}
    </>
  );
};

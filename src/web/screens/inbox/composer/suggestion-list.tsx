import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cn } from "#web/lib/cn.ts";

export type Suggestion = { id: string; label: string; detail?: string; hint?: string };

/** Keys of a list under a text field: arrows choose, Enter or Tab takes, Escape closes. */
export const useSuggestionKeys = (
  suggestions: readonly Suggestion[],
  onTake: (id: string) => void,
  onClose: () => void,
) => {
  const [index, setIndex] = useState(0);
  const ids = suggestions.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with its first entry
  useEffect(() => setIndex(0), [ids]);
  const active = suggestions[Math.min(index, suggestions.length - 1)];
  /** Whether the key was used. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (suggestions.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setIndex((index + step + suggestions.length) % suggestions.length);
    else if (event.key === "Escape") onClose();
    else if ((event.key === "Enter" || event.key === "Tab") && active && !event.metaKey && !event.ctrlKey)
      onTake(active.id);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { activeId: active?.id, onKey };
};

type SuggestionListProps = {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  activeId: string | undefined;
  empty?: string;
  onTake: (id: string) => void;
};

/** Options above a text field, which keeps the focus. */
export const SuggestionList = ({ id, label, suggestions, activeId, empty, onTake }: SuggestionListProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-64 animate-rise overflow-y-auto rounded-xl border border-line bg-panel p-1 shadow-float"
    >
      {suggestions.length === 0 && empty && <p className="px-2.5 py-2 text-sm text-soft">{empty}</p>}
      {suggestions.map((suggestion) => (
        <div
          key={suggestion.id}
          id={`${id}-${suggestion.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={suggestion.id === activeId}
          // The text field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion.id)}
          onKeyDown={() => {}}
          className={cn(
            "grid cursor-pointer gap-0.5 rounded-md px-2.5 py-1.5 text-sm hover:bg-hover",
            suggestion.id === activeId && "bg-hover",
          )}
        >
          <span className="flex items-center gap-2">
            <span className="truncate font-[540]">{suggestion.label}</span>
            {suggestion.hint && (
              <span className="ml-auto shrink-0 text-faint text-xs">{suggestion.hint}</span>
            )}
          </span>
          {suggestion.detail && <span className="truncate text-soft text-xs">{suggestion.detail}</span>}
        </div>
      ))}
    </div>
  );
};

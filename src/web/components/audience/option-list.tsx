import type { KeyboardEvent, ReactNode } from "react";
import { useState } from "react";
import { cn } from "#web/lib/cn.ts";

export type ListOption = { id: string; label: string; group?: string; hint?: ReactNode };

/** Without case and accents, as a search compares. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** Options whose label, or the heading above it, has all typed words. */
export const matchingOptions = <O extends ListOption>(options: readonly O[], typed: string): O[] => {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return options.filter(({ label, group = "" }) => {
    const text = fold(`${label} ${group}`);
    return words.every((word) => text.includes(word));
  });
};

/** The highlighted option of a list whose field keeps the focus. */
export const useHighlight = (count: number, choose: (index: number) => void) => {
  const [active, setActive] = useState(0);
  const highlighted = Math.max(0, Math.min(active, count - 1));
  const steps: Record<string, number> = {
    ArrowDown: Math.min(count - 1, highlighted + 1),
    ArrowUp: Math.max(0, highlighted - 1),
    Home: 0,
    End: count - 1,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setActive(step);
    }
    if (event.key === "Enter" && count > 0) {
      event.preventDefault();
      choose(highlighted);
    }
  };
  return { highlighted, setActive, onKeyDown };
};

type OptionListProps = {
  id: string;
  label: string;
  options: readonly ListOption[];
  highlighted: number;
  onHighlight: (index: number) => void;
  onChoose: (index: number) => void;
  isChosen?: (option: ListOption) => boolean;
  mark?: ReactNode;
  className?: string;
};

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The list of a combobox, with headings where a new group begins. */
export const OptionList = (props: OptionListProps) => {
  const { id, label, options, highlighted, onHighlight, onChoose, isChosen, mark, className } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      {...(isChosen ? { "aria-multiselectable": true } : {})}
      tabIndex={-1}
      className={cn("base:max-h-72 overflow-y-auto p-1", className)}
    >
      {options.map((option, index) => {
        const isFirstOfGroup = option.group !== undefined && option.group !== options[index - 1]?.group;
        const chosen = isChosen?.(option) ?? index === highlighted;
        return (
          <div key={option.id} role="presentation">
            {isFirstOfGroup && (
              <p role="presentation" className="px-2 pt-2 pb-1 font-[560] text-2xs text-faint">
                {option.group}
              </p>
            )}
            <div
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen}
              ref={(element) => {
                if (index === highlighted) element?.scrollIntoView({ block: "nearest" });
              }}
              onPointerMove={() => onHighlight(index)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(index)}
              onKeyDown={() => {}}
              className={cn(
                "flex min-h-8 min-w-0 cursor-pointer items-center gap-2 rounded-md px-2 text-sm max-sm:min-h-9",
                index === highlighted && "bg-hover",
              )}
            >
              <span className="truncate">{option.label}</span>
              {option.hint && <span className="ml-auto shrink-0 text-faint text-xs">{option.hint}</span>}
              {isChosen && chosen && <span className="ml-auto shrink-0 text-sea [&_svg]:size-4">{mark}</span>}
            </div>
          </div>
        );
      })}
    </div>
  );
};

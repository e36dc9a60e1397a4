import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { cn } from "#web/lib/cn.ts";

type ChoiceCardsProps<Id extends string> = {
  label: string;
  choices: readonly { id: Id; icon: LucideIcon; title: string; text: string }[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A few options, each with a sentence about what it does. */
export const ChoiceCards = <Id extends string>({ label, choices, value, onChange }: ChoiceCardsProps<Id>) => {
  const name = useId();
  return (
    <fieldset aria-label={label} className="grid min-w-0 auto-cols-fr gap-2 sm:grid-flow-col">
      {choices.map(({ id, icon: Icon, title, text }) => (
        <label
          key={id}
          className={cn(
            "relative grid min-w-0 content-start gap-0.5 rounded-lg border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-sea has-focus-visible:outline-offset-2",
            id === value ? "border-sea bg-sea-tint" : "border-line hover:bg-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <span className="flex min-w-0 items-center gap-2 font-[560] text-sm">
            <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
            {title}
          </span>
          <span className="text-soft text-xs">{text}</span>
        </label>
      ))}
    </fieldset>
  );
};

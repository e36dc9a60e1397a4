import { cn } from "#web/lib/cn.ts";

type SegmentedControlProps<Id extends string> = {
  label: string;
  /** `full`: what the option means, where its label is short. */
  options: readonly { id: Id; label: string; full?: string }[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A few options side by side, of which one is chosen. */
export const SegmentedControl = <Id extends string>(props: SegmentedControlProps<Id>) => {
  const { label, options, value, onChange } = props;
  return (
    <fieldset aria-label={label} className="flex overflow-hidden rounded-[7px] border border-line">
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={option.id === value}
          title={option.full}
          onClick={() => onChange(option.id)}
          className={cn(
            "h-9 px-2.5 text-xs focus-visible:-outline-offset-2 sm:h-7",
            option.id === value
              ? "bg-sea-tint font-[600] text-sea"
              : "text-soft hover:bg-hover hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
};

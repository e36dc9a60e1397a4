import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";

type Tab<Id extends string> = {
  id: Id;
  label: string;
  /** Number of entries that need attention. */
  badge?: number | undefined;
  /** Number of entries. */
  count?: number | undefined;
  content: ReactNode;
};

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

export const Tabs = <Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) => {
  const list = useRef<HTMLDivElement>(null);
  // If not all tabs fit, the selected one is scrolled into view.
  useEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    selected?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [value]);
  return (
    <Radix.Root
      value={value}
      onValueChange={(id) => onChange(id as Id)}
      className="grid min-w-0 grid-cols-1 gap-5"
    >
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex min-w-0 gap-1 overflow-x-auto overscroll-x-contain border-line border-b [scrollbar-width:none] max-sm:pr-6 max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-28px),transparent)]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            data-tab={tab.id}
            className="-mb-px shrink-0 rounded-t-lg border-transparent border-b-2 px-3 py-2.5 font-[540] text-sm text-soft whitespace-nowrap hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-sea data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.badge ? (
              <span className="ml-1.5 rounded-full bg-warn-tint px-1.5 py-px text-warn text-xs tabular-nums">
                {tab.badge}
              </span>
            ) : null}
            {tab.count ? (
              <span className="ml-1.5 rounded-full bg-hover px-1.5 py-px text-soft text-xs tabular-nums">
                {tab.count}
              </span>
            ) : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="min-w-0 rounded-card">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
};

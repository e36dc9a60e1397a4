import { Search } from "lucide-react";
import { Tabs } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "#web/ui/input.tsx";

type Entry<Id extends string> = {
  id: Id;
  label: string;
  /** Other words under which people look for it. */
  words: string;
  content: ReactNode;
};

type SettingsNavigationProps<Id extends string> = {
  label: string;
  groups: readonly { title: string; entries: readonly Entry<Id>[] }[];
  value: Id;
  onChange: (id: Id) => void;
};

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Every word that was typed begins a word of the entry. */
const isFound = (entry: Pick<Entry<string>, "label" | "words">, typed: string): boolean => {
  const words = fold(`${entry.label} ${entry.words}`).split(/[\s,]+/);
  return fold(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
};

/** The pages of the settings: a list in groups with a search, one line that scrolls on a narrow screen. */
export const SettingsNavigation = <Id extends string>(props: SettingsNavigationProps<Id>) => {
  const { label, groups, value, onChange } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLDivElement>(null);
  // If not all entries fit beside each other, the selected one is scrolled into view.
  useEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    selected?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [value]);
  const shown = groups
    .map(({ title, entries }) => ({ title, entries: entries.filter((entry) => isFound(entry, typed)) }))
    .filter(({ entries }) => entries.length > 0);
  const [first] = shown.flatMap(({ entries }) => entries);
  return (
    <Tabs.Root
      value={value}
      onValueChange={(id) => onChange(id as Id)}
      orientation="vertical"
      activationMode="manual"
      className="grid min-w-0 gap-5 lg:grid-cols-[208px_minmax(0,1fr)] lg:items-start lg:gap-7"
    >
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-[76px]">
        <div className="relative max-lg:hidden">
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-faint"
          />
          <Input
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && first) onChange(first.id);
              if (event.key === "Escape") setTyped("");
            }}
            aria-label={t("settings.search")}
            placeholder={t("settings.search")}
            className="pl-9"
          />
        </div>
        <Tabs.List
          ref={list}
          aria-label={label}
          className="flex min-w-0 gap-1 overflow-x-auto overscroll-x-contain [scrollbar-width:none] max-lg:border-line max-lg:border-b max-sm:pr-6 max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-28px),transparent)] lg:flex-col lg:gap-0.5"
        >
          {shown.map(({ title, entries }) => (
            <div
              key={title}
              role="presentation"
              className="flex gap-1 lg:mt-3 lg:flex-col lg:gap-0.5 lg:first:mt-0"
            >
              <span
                aria-hidden="true"
                data-group
                className="px-2.5 pb-1 font-[560] text-faint text-xs max-lg:hidden"
              >
                {title}
              </span>
              {entries.map((entry) => (
                <Tabs.Trigger
                  key={entry.id}
                  value={entry.id}
                  data-tab={entry.id}
                  className="shrink-0 whitespace-nowrap px-3 py-2.5 text-left font-[540] text-sm text-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:text-ink max-lg:-mb-px max-lg:rounded-t-lg max-lg:border-transparent max-lg:border-b-2 max-lg:data-[state=active]:border-sea lg:rounded-lg lg:px-2.5 lg:py-1.5 lg:data-[state=active]:bg-sea-tint lg:hover:bg-hover"
                >
                  {entry.label}
                </Tabs.Trigger>
              ))}
            </div>
          ))}
        </Tabs.List>
        {shown.length === 0 && <p className="px-2.5 text-sm text-soft">{t("settings.searchEmpty")}</p>}
      </div>
      {groups.flatMap(({ entries }) =>
        entries.map((entry) => (
          <Tabs.Content key={entry.id} value={entry.id} className="min-w-0 rounded-card">
            {entry.content}
          </Tabs.Content>
        )),
      )}
    </Tabs.Root>
  );
};

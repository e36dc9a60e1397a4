import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";

const debounceMs = 250;

type SearchBoxProps = { value: string; onChange: (search: string | undefined) => void };

/** Searches once the person pauses; `/` comes here from anywhere on the screen. */
export const SearchBox = ({ value, onChange }: SearchBoxProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const applied = useRef(value);

  // The address may change by other ways: back, a cleared filter, a link.
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const search = text.trim();
    if (search === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = search;
      onChange(search || undefined);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  return (
    <div className="relative min-w-0 flex-1 basis-[calc(100%-44px)] sm:max-w-80 sm:basis-56">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint"
      />
      <Input
        type="search"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text === "") event.currentTarget.blur();
        }}
        aria-label={t("people.search")}
        placeholder={t("people.search")}
        autoComplete="off"
        spellCheck={false}
        className="pr-9 pl-8"
      />
      {text === "" && (
        <Kbd className="pointer-events-none absolute inset-y-0 right-2.5 my-auto hidden h-fit sm:block">
          /
        </Kbd>
      )}
    </div>
  );
};

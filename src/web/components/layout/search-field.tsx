import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";

type SearchFieldProps = { label: string; applied: string; onChange: (search: string) => void };

const debounceMs = 250;

/** Debounced search of a ledger. The shortcut `/` focuses it. */
export const SearchField = ({ label, applied, onChange }: SearchFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(applied);
  const [followed, setFollowed] = useState(applied);
  // The address changed by itself: by a link, a command, or back and forward.
  if (applied !== followed) {
    setFollowed(applied);
    if (applied !== typed.trim()) setTyped(applied);
  }
  useShortcuts({ "/": () => field.current?.focus() });

  useEffect(() => {
    if (typed.trim() === applied) return;
    const timer = setTimeout(() => onChange(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, applied, onChange]);

  return (
    <span className="relative min-w-0 flex-1 basis-52 sm:max-w-80">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft" />
      <Input
        ref={field}
        type="search"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={label}
        placeholder={label}
        className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      <span aria-hidden="true" className="pointer-events-none absolute top-2 right-2 hidden sm:block">
        <Kbd>/</Kbd>
      </span>
    </span>
  );
};

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/people.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { personName } from "#web/lib/person-name.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";

export type SelectedPerson = { id: string; name: string };

type PersonPickerProps = {
  /** What the person is chosen for. */
  label: string;
  placeholder?: string;
  /** How the choice is shown; the name itself where absent. */
  chosenText?: (name: string) => string;
  value: SelectedPerson | undefined;
  onChange: (person: SelectedPerson | undefined) => void;
};

const maxShown = 5;

/** Finds a person by name or address. The arrow keys move through the matches, Enter chooses one. */
export const PersonPicker = ({
  label,
  placeholder = label,
  chosenText,
  value,
  onChange,
}: PersonPickerProps) => {
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const search = useDebounced(typed.trim());
  const focusTarget = useRef<HTMLElement>(null);
  const wantsFocus = useRef(false);

  // The field and the choice replace each other, and the one that had the focus is gone.
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusTarget.current?.focus();
  });

  const { data } = useQuery({
    ...apiQuery(peopleApi.list, { query: { search, limit: maxShown } }),
    enabled: search !== "" && !value,
    placeholderData: keepPreviousData,
  });
  if (value)
    return (
      <div className="flex items-center gap-2 rounded-lg bg-sea-tint py-1 pr-1 pl-3 text-sm">
        <span className="min-w-0 flex-1 truncate">{chosenText?.(value.name) ?? value.name}</span>
        <Button
          size="icon"
          variant="ghost"
          className="size-7"
          aria-label={t("templates.otherPerson")}
          ref={(element) => {
            focusTarget.current = element;
          }}
          onClick={() => {
            wantsFocus.current = true;
            onChange(undefined);
          }}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    );
  const isOpen = search !== "" && typed.trim() !== "" && data !== undefined;
  const matches = isOpen
    ? data.people.map((person) => ({ id: person.id, name: personName(person, t("people.unnamed")) }))
    : [];
  const highlighted = Math.min(active, matches.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  const choose = (person: SelectedPerson) => {
    wantsFocus.current = true;
    onChange(person);
    setTyped("");
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // It would submit the form around the field.
      event.preventDefault();
      const person = matches[highlighted];
      if (person) choose(person);
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = highlighted + (event.key === "ArrowDown" ? 1 : -1);
      setActive(Math.max(0, Math.min(matches.length - 1, next)));
    }
    if (event.key === "Escape" && typed !== "") {
      // The first Escape empties the field, a second one may close the dialog around it.
      event.stopPropagation();
      setTyped("");
    }
  };

  return (
    <div className="grid gap-1">
      <span className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft"
        />
        <Input
          ref={(element) => {
            focusTarget.current = element;
          }}
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={matches.length > 0 ? optionId(highlighted) : undefined}
          placeholder={placeholder}
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="pl-8"
        />
      </span>
      {isOpen && matches.length === 0 && (
        <p role="status" className="rounded-lg border border-line px-3 py-2.5 text-faint text-sm">
          {t("people.noMatch")}
        </p>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={matches.length === 0}
        className="rounded-lg border border-line p-1"
      >
        {matches.map((person, index) => (
          <div
            key={person.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === highlighted}
            onPointerMove={() => setActive(index)}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
            onKeyDown={onKeyDown}
            className={cn(
              "flex min-h-9 min-w-0 cursor-pointer items-center rounded-md px-2 text-sm",
              index === highlighted && "bg-hover",
            )}
          >
            <span className="truncate">{person.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
};

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/people.ts";
import { apiQuery } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";

export type SelectedPerson = { id: string; name: string };

type PersonPickerProps = {
  value: SelectedPerson | undefined;
  onChange: (person: SelectedPerson | undefined) => void;
};

export const PersonPicker = ({ value, onChange }: PersonPickerProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const { data } = useQuery({
    ...apiQuery(peopleApi.list, { query: { search, limit: 5 } }),
    enabled: search !== "" && !value,
    placeholderData: keepPreviousData,
  });
  if (value)
    return (
      <div className="flex items-center gap-2 rounded-lg bg-sea-tint py-1 pr-1 pl-3 text-sm">
        <span className="min-w-0 flex-1 truncate">{t("templates.asGot", { name: value.name })}</span>
        <Button
          size="icon"
          variant="ghost"
          className="size-7"
          aria-label={t("templates.otherPerson")}
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    );
  const matches = search === "" ? [] : (data?.people ?? []);
  return (
    <div className="grid gap-1">
      <span className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft"
        />
        <Input
          type="search"
          aria-label={t("templates.findPerson")}
          placeholder={t("templates.findPerson")}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          // Enter would submit the template form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="pl-8"
        />
      </span>
      {search !== "" && data && (
        <ul aria-label={t("templates.findPerson")} className="rounded-lg border border-line p-1">
          {matches.map((person) => {
            const name = personName(person, t("people.unnamed"));
            return (
              <li key={person.id}>
                <button
                  type="button"
                  onClick={() => {
                    onChange({ id: person.id, name });
                    setTyped("");
                  }}
                  className="flex min-h-9 w-full min-w-0 items-center rounded-md px-2 text-left text-sm hover:bg-hover"
                >
                  <span className="truncate">{name}</span>
                </button>
              </li>
            );
          })}
          {matches.length === 0 && <li className="px-2 py-1.5 text-faint text-sm">{t("people.noMatch")}</li>}
        </ul>
      )}
    </div>
  );
};

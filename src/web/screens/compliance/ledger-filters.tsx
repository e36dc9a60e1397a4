import { X } from "lucide-react";
import { useCallback, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { SearchField } from "#web/components/layout/search-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

/** A filter by one of a list of values; `name` is the parameter of the API and of the URL. */
export type LedgerChoice<Name extends string, Value extends string> = {
  name: Name;
  label: string;
  /** Text of the option that filters nothing. */
  all: string;
  options: readonly { value: Value; text: string }[];
};
export type AnyLedgerChoice = LedgerChoice<string, string>;

export type LedgerFilter<Choices extends readonly AnyLedgerChoice[]> = {
  [C in Choices[number] as C["name"]]?: C["options"][number]["value"];
} & { from?: string; to?: string; search?: string };

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** The filter is stored in the URL so that a view can be shared. A value that the ledger does not know is ignored. */
export const useLedgerFilter = <const Choices extends readonly AnyLedgerChoice[]>(choices: Choices) => {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => {
    const given = new URLSearchParams(text);
    const chosen = choices.flatMap(({ name, options }) => {
      const value = given.get(name);
      return options.some((option) => option.value === value) ? [[name, value]] : [];
    });
    const days = ["from", "to"].flatMap((name) => {
      const day = given.get(name) ?? "";
      return isoDay.test(day) && !Number.isNaN(Date.parse(day)) ? [[name, day]] : [];
    });
    const search = given.get("q")?.trim().slice(0, 200);
    return Object.fromEntries([
      ...chosen,
      ...days,
      ...(search ? [["search", search]] : []),
    ]) as LedgerFilter<Choices>;
  }, [text, choices]);
  const setFilter = useCallback(
    (change: Record<string, string>) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const clear = useCallback(
    () =>
      setFilter(
        Object.fromEntries(["q", "from", "to", ...choices.map(({ name }) => name)].map((name) => [name, ""])),
      ),
    [setFilter, choices],
  );
  return { filter, setFilter, clear };
};

type LedgerFiltersProps = {
  choices: readonly AnyLedgerChoice[];
  filter: Record<string, string | undefined>;
  searchLabel: string;
  onChange: (change: Record<string, string>) => void;
  onClear: () => void;
};

export const LedgerFilters = ({ choices, filter, searchLabel, onChange, onClear }: LedgerFiltersProps) => {
  const { t } = useTranslation();
  const id = useId();
  const onSearch = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <search className="mb-3 flex flex-wrap gap-2">
      <SearchField label={searchLabel} applied={filter.search ?? ""} onChange={onSearch} />
      {choices.map(({ name, label, all, options }) => (
        <Select
          key={name}
          aria-label={label}
          value={filter[name] ?? ""}
          onChange={(event) => onChange({ [name]: event.target.value })}
          wrapperClassName="max-sm:flex-1 max-sm:basis-[calc(50%-4px)]"
        >
          <option value="">{all}</option>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
      {(["from", "to"] as const).map((name) => (
        <div key={name} className="flex min-w-0 items-center gap-2 text-sm max-sm:basis-full">
          <label htmlFor={`${id}-${name}`} className="text-soft max-sm:w-12">
            {t(`compliance.filter.${name}`)}
          </label>
          <Input
            id={`${id}-${name}`}
            type="date"
            value={filter[name] ?? ""}
            {...(name === "from" ? { max: filter.to } : { min: filter.from })}
            onChange={(event) => onChange({ [name]: event.target.value })}
            className="w-auto max-sm:flex-1"
          />
        </div>
      ))}
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" onClick={onClear}>
          <X aria-hidden="true" />
          {t("compliance.filter.clear")}
        </Button>
      )}
    </search>
  );
};

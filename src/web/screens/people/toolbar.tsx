import { Plus, Search, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { useHasAllRecords, useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Select } from "#web/ui/select.tsx";
import { DuplicatesLink } from "./duplicates-link.tsx";
import { ImportLink } from "./import/import-link.tsx";
import type { usePeopleFilters } from "./use-people.ts";
import type { PeopleView } from "./use-people-view.ts";
import type { PeopleOrderState } from "./view-state.ts";

const debounceMs = 250;

type SearchBoxProps = { value: string; onChange: (search: string | undefined) => void };

/** Debounced search field. The global shortcut `/` focuses it. */
const SearchBox = ({ value, onChange }: SearchBoxProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const applied = useRef(value);

  // The URL can change from outside: history, cleared filters, links.
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
    <div className="relative min-w-0 flex-1 basis-36 sm:max-w-80 sm:basis-40">
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
        className="text-ellipsis pl-8 sm:pr-9"
      />
      {text === "" && (
        <Kbd className="pointer-events-none absolute inset-y-0 right-2.5 my-auto hidden h-fit sm:block">
          /
        </Kbd>
      )}
    </div>
  );
};

type PeopleToolbarProps = Pick<ReturnType<typeof usePeopleFilters>, "filters" | "setFilters"> &
  Pick<PeopleView, "setSort"> & {
    /** Undefined on the map, which has no order. */
    order: PeopleOrderState | undefined;
    countText: string | undefined;
    /** The button that opens the filter. */
    filterButton: ReactNode;
    exportButton: ReactNode;
    /** Opens the list of what was changed. */
    historyButton: ReactNode;
    onAdd: () => void;
  };

export const PeopleToolbar = (props: PeopleToolbarProps) => {
  const { filters, setFilters, order, setSort, countText, filterButton, exportButton, historyButton, onAdd } =
    props;
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const hasAll = useHasAllRecords();
  const onSearch = useCallback((search: string | undefined) => setFilters({ search }), [setFilters]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox value={filters.search ?? ""} onChange={onSearch} />
      {/* On a phone one line that scrolls. */}
      <div className="max-sm:-mx-4 max-sm:order-2 max-sm:flex max-sm:w-[calc(100%+2rem)] max-sm:gap-2 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:contents">
        <Select
          aria-label={t("people.type.label")}
          value={filters.type ?? ""}
          onChange={(event) => setFilters({ type: event.target.value })}
          wrapperClassName="shrink-0"
        >
          <option value="">{t("people.type.all")}</option>
          {personTypes.map((type) => (
            <option key={type} value={type}>
              {t(`people.type.${type}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("people.status.label")}
          value={filters.status ?? ""}
          onChange={(event) => setFilters({ status: event.target.value })}
          wrapperClassName="shrink-0"
        >
          <option value="">{t("people.status.all")}</option>
          {personStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`people.status.${status}`)}
            </option>
          ))}
        </Select>
        {filterButton}
        {filters.tag && (
          <Button
            aria-label={t("people.tag.clear", { tag: filters.tag })}
            onClick={() => setFilters({ tag: undefined })}
            className="max-w-48 shrink-0"
          >
            <span className="truncate">{t("people.tag.is", { tag: filters.tag })}</span>
            <X aria-hidden="true" />
          </Button>
        )}
        {order && (
          <Select
            aria-label={t("people.sort.label")}
            value={`${order.sort} ${order.direction}`}
            onChange={(event) => {
              const [sort = "", direction] = event.target.value.split(" ");
              setSort(sort, direction === "asc" ? "asc" : "desc");
            }}
            wrapperClassName="shrink-0 lg:hidden"
          >
            {peopleSorts.flatMap((sort) =>
              sortDirections.map((direction) => (
                <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
                  {t(`people.sort.${sort}.${direction}`)}
                </option>
              )),
            )}
          </Select>
        )}
      </div>
      <div className="ml-auto flex items-end gap-x-3 pl-1 sm:min-w-36 max-sm:order-last max-sm:w-full max-sm:items-center max-sm:justify-between sm:flex-col-reverse">
        {hasAll && <DuplicatesLink />}
        <p aria-live="polite" className="text-faint text-xs tabular-nums">
          {countText}
        </p>
      </div>
      {hasAll && mayChange && historyButton}
      {mayChange && exportButton}
      {hasAll && mayChange && <ImportLink />}
      {mayChange && (
        <Button variant="primary" onClick={onAdd} className="max-sm:order-1 max-sm:size-9 max-sm:px-0">
          <Plus aria-hidden="true" />
          <span className="max-sm:sr-only">{t("people.add")}</span>
        </Button>
      )}
    </div>
  );
};

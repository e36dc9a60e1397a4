import { Search } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { auditFilters } from "#contract/compliance.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Select } from "#web/ui/select.tsx";

type AuditType = (typeof auditFilters)[number];
export type AuditLogFilter = { type?: AuditType; search?: string };

/** The filter is stored in the URL so that a view can be shared. */
export const useAuditFilter = () => {
  const [params, setParams] = useSearchParams();
  const type = auditFilters.find((name) => name === params.get("type"));
  const search = params.get("q")?.trim().slice(0, 200) ?? "";
  const filter = useMemo<AuditLogFilter>(
    () => ({ ...(type ? { type } : {}), ...(search ? { search } : {}) }),
    [type, search],
  );
  const setFilter = useCallback(
    (change: { type?: string; q?: string }) =>
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
  return { filter, setFilter };
};

type AuditFiltersProps = {
  filter: AuditLogFilter;
  onChange: (change: { type?: string; q?: string }) => void;
};

const debounceMs = 250;

export const AuditFilters = ({ filter, onChange }: AuditFiltersProps) => {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const applied = filter.search ?? "";
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
    const timer = setTimeout(() => onChange({ q: typed.trim() }), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, applied, onChange]);

  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      <span className="relative min-w-0 flex-1 basis-52 sm:max-w-80">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft"
        />
        <Input
          ref={field}
          type="search"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={t("compliance.log.search")}
          placeholder={t("compliance.log.search")}
          className="pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
        />
        <span aria-hidden="true" className="pointer-events-none absolute top-2 right-2 hidden sm:block">
          <Kbd>/</Kbd>
        </span>
      </span>
      <Select
        aria-label={t("compliance.log.filter")}
        value={filter.type ?? ""}
        onChange={(event) => onChange({ type: event.target.value })}
        wrapperClassName="min-w-44 max-sm:flex-1"
      >
        <option value="">{t("compliance.log.all")}</option>
        {auditFilters.map((type) => (
          <option key={type} value={type}>
            {t(`compliance.log.type.${type}`)}
          </option>
        ))}
      </Select>
    </div>
  );
};

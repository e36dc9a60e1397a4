import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { auditFilters } from "#contract/compliance.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Select } from "#web/ui/select.tsx";
import type { AuditLogFilter } from "./use-audit.ts";

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
  useShortcuts({ "/": () => field.current?.focus() });

  // Asks once the person stops typing, and not at every letter.
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

import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { type AuditEventType, auditEventTypes } from "#domain/audit.ts";
import { SearchField } from "#web/components/layout/search-field.tsx";
import { Select } from "#web/ui/select.tsx";

export type AuditLogFilter = { type?: AuditEventType; search?: string };

/** The filter is stored in the URL so that a view can be shared. */
export const useAuditFilter = () => {
  const [params, setParams] = useSearchParams();
  const type = auditEventTypes.find((name) => name === params.get("type"));
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

export const AuditFilters = ({ filter, onChange }: AuditFiltersProps) => {
  const { t } = useTranslation();
  const onSearch = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      <SearchField label={t("compliance.log.search")} applied={filter.search ?? ""} onChange={onSearch} />
      <Select
        aria-label={t("compliance.log.filter")}
        value={filter.type ?? ""}
        onChange={(event) => onChange({ type: event.target.value })}
        wrapperClassName="min-w-44 max-sm:flex-1"
      >
        <option value="">{t("compliance.log.all")}</option>
        {auditEventTypes.map((type) => (
          <option key={type} value={type}>
            {t(`compliance.log.type.${type}`)}
          </option>
        ))}
      </Select>
    </div>
  );
};

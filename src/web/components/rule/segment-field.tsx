import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Select } from "#web/ui/select.tsx";

type SegmentFieldProps = { id: string; onChange: (id: string) => void };

/** One of the workspace's segments. One that was deleted stays selected until another is chosen. */
export const SegmentField = ({ id, onChange }: SegmentFieldProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(viewsApi.list));
  const segments = data?.views.filter(({ kind }) => kind === "segment") ?? [];
  const isMissing = data !== undefined && id !== "" && segments.every((segment) => segment.id !== id);
  return (
    <div className="grid gap-1">
      <Select
        aria-label={t("rules.segment.label")}
        value={id}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          {t("rules.segment.choose")}
        </option>
        {segments.map(({ id: segmentId, name, isReadable }) => (
          <option key={segmentId} value={segmentId}>
            {isReadable ? name : t("rules.segment.broken", { name })}
          </option>
        ))}
        {isMissing && <option value={id}>{id}</option>}
      </Select>
      {isMissing && <p className="text-warn text-xs">{t("rules.segment.missing")}</p>}
      {data !== undefined && segments.length === 0 && (
        <p className="text-faint text-xs">{t("rules.segment.none")}</p>
      )}
    </div>
  );
};

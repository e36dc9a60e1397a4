import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Audience } from "#domain/audience/audience.ts";
import { serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type DraftGroup, draftRows, toAudience, toDraft } from "./audience-draft.ts";
import { FilterGroup } from "./filter-group.tsx";
import { useAudienceFields } from "./use-audience.ts";

type FilterBuilderProps = {
  value: Audience | undefined;
  /** What it means that there is no condition. */
  emptyText?: string;
  /** Called with what the finished rows say; undefined is everybody. */
  onChange: (audience: Audience | undefined) => void;
};

const sameAudience = (first: Audience | undefined, second: Audience | undefined): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** The rows of a filter, built by clicking. Unfinished rows stay in the form and are not applied. */
export const FilterBuilder = ({ value, emptyText, onChange }: FilterBuilderProps) => {
  const { t } = useTranslation();
  const { fields, error, refetch } = useAudienceFields();
  const box = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<DraftGroup>(() => toDraft(value));
  const [newRow, setNewRow] = useState<number>();
  const refocus = useRef(false);

  // The filter can change from outside: a chip was removed, or all of it cleared.
  useEffect(() => {
    setDraft((current) => (sameAudience(toAudience(current), value) ? current : toDraft(value)));
  }, [value]);

  // The button that removed a row is gone with it.
  useEffect(() => {
    if (!refocus.current) return;
    refocus.current = false;
    const buttons = box.current?.querySelectorAll<HTMLElement>("[data-add]");
    buttons?.item(buttons.length - 1)?.focus();
  });

  const change = (next: DraftGroup, added?: number) => {
    refocus.current = added === undefined && draftRows(next).length < draftRows(draft).length;
    setNewRow(added);
    setDraft(next);
    const audience = toAudience(next);
    if (!sameAudience(audience, value)) onChange(audience);
  };

  if (error && !fields)
    return (
      <ErrorCard
        title={t("audience.fieldsFailed")}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!fields)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-9" />
      </div>
    );
  return (
    <div ref={box} className="grid min-w-0 gap-2">
      {draft.children.length === 0 && <p className="text-sm text-soft">{emptyText ?? t("audience.empty")}</p>}
      <FilterGroup fields={fields} root={draft} group={draft} level={1} newRow={newRow} onChange={change} />
    </div>
  );
};

import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import type { JsonKey } from "#web/ui/json-tree.tsx";
import { FieldsCard } from "./fields-card.tsx";
import { createRow, pathExpression, suggestFieldName } from "./mapping-draft.ts";
import { PayloadCard } from "./payload-card.tsx";
import { useMappingEditor } from "./use-mapping-editor.ts";
import { type MappingSample, previewItem, useMappingPreview } from "./use-mapping-preview.ts";

type MappingTabProps = {
  endpoint: IngestionEndpoint;
  onDirtyChange: (dirty: boolean) => void;
  onReplay: () => void;
  /** Shown while there are no events. */
  emptyAction: ReactNode;
};

export const MappingTab = ({ endpoint, onDirtyChange, onReplay, emptyAction }: MappingTabProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("endpoints", "work");
  const editor = useMappingEditor(endpoint, onDirtyChange);
  const [sample, setSample] = useState<MappingSample>({ by: "newest" });
  const [focused, setFocused] = useState<number>();
  const inputs = useRef(new Map<number, HTMLTextAreaElement>());
  const preview = useMappingPreview({
    endpointId: endpoint.id,
    template: editor.template,
    sample,
    lastEventAt: endpoint.lastEventAt,
    enabled: mayChange,
  });
  const { draft, updateDraft } = editor;
  const [itemIndex, setItemIndex] = useState(0);
  const shown = previewItem(preview.data, itemIndex);

  /** Inserts a path at the caret of the focused row, or adds an event field for it. */
  const insertPath = (keys: readonly JsonKey[]) => {
    const path = pathExpression(keys);
    if (path === undefined) return;
    const row = draft.rows.find(({ key }) => key === focused);
    if (!row) {
      const added = createRow("event", suggestFieldName(keys), path);
      updateDraft({ ...draft, rows: [...draft.rows, added] });
      setFocused(added.key);
      return;
    }
    const input = inputs.current.get(row.key);
    const from = input?.selectionStart ?? row.expression.length;
    const to = input?.selectionEnd ?? from;
    const expression = row.expression.slice(0, from) + path + row.expression.slice(to);
    updateDraft({
      ...draft,
      rows: draft.rows.map((candidate) =>
        candidate.key === row.key ? { ...candidate, expression } : candidate,
      ),
    });
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + path.length, from + path.length);
    });
  };

  return (
    <div
      className={cn(
        "grid min-w-0 items-start gap-4",
        mayChange && "lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]",
      )}
    >
      {!mayChange && <p className="text-sm text-soft">{t("endpoints.readOnly")}</p>}
      {mayChange && (
        <PayloadCard
          endpointId={endpoint.id}
          preview={preview}
          shown={shown}
          itemIndex={itemIndex}
          onItemChange={setItemIndex}
          sample={sample}
          onSampleChange={(next) => {
            setSample(next);
            setItemIndex(0);
          }}
          onPick={draft.automatic ? undefined : insertPath}
          emptyAction={emptyAction}
        />
      )}
      <FieldsCard
        editor={editor}
        preview={shown}
        hasItems={endpoint.type === "webhook"}
        isLoading={preview.isFetching}
        hasFailed={preview.isError}
        mayChange={mayChange}
        inputs={inputs}
        onFocus={setFocused}
        onPresetApplied={(id) => preview.data?.payload == null && setSample({ by: "preset", id })}
        onReplay={onReplay}
      />
    </div>
  );
};

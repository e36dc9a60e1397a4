import { X } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useProblemText, useTargetLabel } from "#web/screens/endpoints/events/problem-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Input, inputClass } from "#web/ui/input.tsx";
import { type DraftRow, rowProblem } from "./mapping-draft.ts";
import type { MappingPreview } from "./use-mapping-preview.ts";

type Result = NonNullable<MappingPreview>["results"][number];

type MappingRowProps = {
  row: DraftRow;
  rows: readonly DraftRow[];
  result: Result | undefined;
  readOnly: boolean;
  inputs: RefObject<Map<number, HTMLTextAreaElement>>;
  onFocus: () => void;
  onChange: (row: DraftRow) => void;
  onRemove: () => void;
};

const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const RowResult = ({ id, result }: { id: string; result: Result | undefined }) => {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <div id={id} className="min-w-0 py-1.5 text-xs leading-5">
      <span className="sr-only">{`${t("endpoints.mapping.result")}: `}</span>
      {result?.problem ? (
        <span className="break-words text-bad">{problemText(result.problem)}</span>
      ) : result && result.value !== null ? (
        <span className="line-clamp-3 break-words font-mono text-ok [overflow-wrap:anywhere]">
          {formatValue(result.value)}
        </span>
      ) : (
        <span className="text-faint">{t("endpoints.mapping.none")}</span>
      )}
    </div>
  );
};

export const MappingRow = (props: MappingRowProps) => {
  const { row, rows, result, readOnly, inputs, onFocus, onChange, onRemove } = props;
  const { t } = useTranslation();
  const targetLabel = useTargetLabel();
  const id = useId();
  const label = row.kind === "person" ? targetLabel(row.name) : row.name || t("endpoints.mapping.fieldName");
  const problem = rowProblem(row, rows);
  const isNameEditable = row.kind === "event" && !readOnly;
  const nameInput = useRef<HTMLInputElement>(null);
  // Focus a newly added row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only
  useEffect(() => {
    if (readOnly || row.expression !== "") return;
    (nameInput.current ?? inputs.current.get(row.key))?.focus();
  }, []);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,11rem)_2.25rem]">
      {isNameEditable ? (
        <Input
          ref={nameInput}
          aria-label={t("endpoints.mapping.fieldName")}
          aria-invalid={problem === "nameInvalid" || problem === "nameTwice" || undefined}
          aria-describedby={`${id}-problem`}
          value={row.name}
          onChange={(event) => onChange({ ...row, name: event.target.value })}
          className="font-mono"
        />
      ) : (
        <span className="break-words py-2 font-[540] text-sm">{label}</span>
      )}
      <div className="min-w-0 max-xl:col-span-2 max-xl:row-start-2">
        <textarea
          ref={(element) => {
            if (element) inputs.current.set(row.key, element);
            else inputs.current.delete(row.key);
          }}
          rows={1}
          aria-label={t("endpoints.mapping.expression", { field: label })}
          aria-describedby={`${id}-result ${id}-problem`}
          aria-invalid={Boolean(result?.problem) || problem === "tooLong" || undefined}
          value={row.expression}
          readOnly={readOnly}
          spellCheck={false}
          autoCapitalize="none"
          onFocus={onFocus}
          onChange={(event) => onChange({ ...row, expression: event.target.value })}
          className={cn(
            inputClass,
            "block h-auto min-h-9 resize-none py-2 font-mono leading-[18px] [field-sizing:content] sm:text-xs",
            readOnly && "border-line bg-hover text-soft",
          )}
        />
        {problem && (
          <p id={`${id}-problem`} role="alert" className="mt-1 text-bad text-xs">
            {t(`endpoints.mapping.${problem}`)}
          </p>
        )}
      </div>
      <div className="max-xl:col-span-2 max-xl:row-start-3">
        {result !== undefined || !readOnly ? <RowResult id={`${id}-result`} result={result} /> : null}
      </div>
      {!readOnly && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("endpoints.mapping.remove", { field: label })}
          onClick={onRemove}
          className="max-xl:col-start-2 max-xl:row-start-1"
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </li>
  );
};

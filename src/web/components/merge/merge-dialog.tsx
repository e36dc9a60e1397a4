import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { duplicatesApi, type MergePreview } from "#contract/duplicates.ts";
import { inboxApi } from "#contract/inbox.ts";
import { columnField } from "#domain/people/export-columns.ts";
import { fieldText } from "#domain/people/field-kinds.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { useFieldByKey, useFieldLabelByKey } from "#web/components/person-field/use-person-fields.ts";
import { apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useMerge } from "./use-merge.ts";

type Picks = Record<string, "survivor" | "other">;
type Field = MergePreview["fields"][number];

const useValueText = () => {
  const { t } = useTranslation();
  const worded = useWorded();
  const { locale } = useFormat();
  const { data: colleagues } = useQuery(apiQuery(inboxApi.colleagues));
  const findField = useFieldByKey();
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("merge.nothing");
    const custom = columnField(field);
    const definition = custom === undefined ? undefined : findField(custom);
    if (definition) return fieldText(value, definition, locale.startsWith("es") ? "es" : "en");
    if (field === "status") return worded("people.status", String(value));
    if (field === "type") return worded("people.type", String(value));
    if (field === "phone") return formatPhone(String(value));
    if (field === "language")
      return new Intl.DisplayNames(locale, { type: "language" }).of(String(value)) ?? String(value);
    if (field === "assignedAgentId")
      return colleagues?.users.find(({ id }) => id === value)?.name ?? t("inbox.note.formerUser");
    if (Array.isArray(value)) return value.length === 0 ? t("merge.nothing") : value.join(", ");
    if (field === "consents")
      return (
        Object.entries(value as Record<string, boolean>)
          .map(
            ([channel, isGiven]) =>
              `${worded("merge.consent", channel)}: ${t(isGiven ? "merge.yes" : "merge.no")}`,
          )
          .join(", ") || t("merge.nothing")
      );
    return String(value);
  };
};

type FieldRowProps = { field: Field; onPick: (pick: "survivor" | "other") => void };

/** One field of both people. The value that the merged person gets is tinted; the other one can be picked instead. */
const FieldRow = ({ field, onPick }: FieldRowProps) => {
  const worded = useWorded();
  const valueText = useValueText();
  const fieldLabel = useFieldLabelByKey();
  const isOther = JSON.stringify(field.result) === JSON.stringify(field.other);
  const isSurvivor = JSON.stringify(field.result) === JSON.stringify(field.survivor);
  const cell = (side: "survivor" | "other", value: unknown, isChosen: boolean) => {
    const text = valueText(field.field, value);
    const style = cn(
      "min-w-0 break-words rounded-md px-2 py-1.5 text-left text-sm",
      isChosen && "bg-sea-tint",
    );
    return field.mayPick ? (
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onPick(side)}
        className={cn(style, "hover:bg-hover")}
      >
        {text}
      </button>
    ) : (
      <p className={style}>{text}</p>
    );
  };
  const custom = columnField(field.field);
  const label = custom === undefined ? worded("merge.field", field.field) : fieldLabel(custom);
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-0.5 border-line border-t py-2 sm:grid-cols-[120px_minmax(0,1fr)_minmax(0,1fr)]">
      <p className="col-span-2 px-2 py-1.5 text-faint text-xs sm:col-span-1 sm:px-0">{label}</p>
      {cell("survivor", field.survivor, isSurvivor || !isOther)}
      {cell("other", field.other, isOther || !isSurvivor)}
    </div>
  );
};

const PersonHead = ({ person, label }: { person: MergePreview["survivor"]; label: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const name = personName(person, t("people.unnamed"));
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Avatar name={name} />
      <div className="min-w-0">
        <p title={name} className="truncate font-[560] text-sm">
          {name}
        </p>
        <p className="truncate text-faint text-xs">{`${label} ${format.day(person.createdAt)}`}</p>
      </div>
    </div>
  );
};

type MergeDialogProps = {
  ids: readonly [string, string];
  onClose: () => void;
  onMerged?: (survivorId: string) => void;
};

/** Two people side by side: which one stays, which values it gets, what moves, and what the merge will not allow. */
export const MergeDialog = ({ ids, onClose, onMerged }: MergeDialogProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const [[survivorId, otherId], setSides] = useState(ids);
  const [picks, setPicks] = useState<Picks>({});
  const { merge, isPending, isMerged } = useMerge();
  const { data, error, refetch } = useQuery({
    queryKey: ["merge-preview", survivorId, otherId, picks],
    queryFn: () => callApi(duplicatesApi.preview, { body: { survivorId, otherId, picks } }),
    placeholderData: keepPreviousData,
    // While the two are merged, a live update would ask for a person who is gone.
    enabled: !isPending && !isMerged,
    meta: { topics: duplicatesApi.preview.topics },
  });

  const swap = () => {
    setSides([otherId, survivorId]);
    setPicks({});
  };
  const save = async () => {
    if (!(await merge([{ survivorId, otherId, picks }]))) return;
    onMerged?.(survivorId);
    onClose();
  };
  const moves = Object.entries(data?.moves ?? {}).filter(([, count]) => count > 0);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("merge.title")}
      description={t("merge.description")}
      className="sm:max-w-2xl"
    >
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-40" />
        </div>
      ) : (
        <div className="grid gap-4">
          <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 sm:pl-30">
            <PersonHead person={data.survivor} label={t("merge.stays")} />
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("merge.swap")}
              title={t("merge.swap")}
              onClick={swap}
            >
              <ArrowLeftRight aria-hidden="true" />
            </Button>
            <PersonHead person={data.other} label={t("merge.goes")} />
          </div>
          <div>
            {data.fields.map((field) => (
              <FieldRow
                key={field.field}
                field={field}
                onPick={(pick) => setPicks({ ...picks, [field.field]: pick })}
              />
            ))}
          </div>
          {data.notes.length > 0 && (
            <ul className="grid gap-1.5 rounded-lg bg-warn-tint px-3 py-2.5 text-sm">
              {data.notes.map((note) => (
                <li key={JSON.stringify(note)} className="flex gap-2">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
                  <span>
                    {String(
                      t(
                        `merge.note.${note.code}` as never,
                        {
                          channel: worded("reasons.channel", String(note.channel ?? "")),
                          address: formatPhone(String(note.address ?? "")),
                        } as never,
                      ),
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="text-sm text-soft">
            {moves.length === 0
              ? t("merge.movesNothing")
              : t("merge.moves", {
                  list: moves
                    .map(([kind, count]) => `${worded("merge.moved", kind)} (${format.number(count)})`)
                    .join(", "),
                })}{" "}
            {t("merge.undoHint")}
          </p>
          <DialogActions>
            <Button onClick={onClose}>{t("action.cancel")}</Button>
            <Button variant="primary" disabled={isPending} onClick={() => void save()}>
              {t("merge.confirm")}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
};

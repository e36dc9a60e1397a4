import { Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleApi } from "#contract/people.ts";
import { personStatuses } from "#domain/person.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";

type AddTagButtonProps = { disabled: boolean; onAdd: (tag: string) => void };

const AddTagButton = ({ disabled, onAdd }: AddTagButtonProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [tag, setTag] = useState("");
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("people.tag.add")}
      className="w-72 p-3"
      trigger={
        <Button size="sm" disabled={disabled}>
          <Tag aria-hidden="true" />
          {t("people.tag.add")}
        </Button>
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim() === "") return;
          onAdd(tag.trim());
          setTag("");
          setOpen(false);
        }}
      >
        <Input
          aria-label={t("people.tag.label")}
          placeholder={t("people.tag.label")}
          value={tag}
          maxLength={60}
          onChange={(event) => setTag(event.target.value)}
          autoComplete="off"
        />
        <Button type="submit" variant="primary" disabled={tag.trim() === ""}>
          {t("people.tag.apply")}
        </Button>
      </form>
    </Popover>
  );
};

type BulkCall = Parameters<ReturnType<typeof useApiMutation<typeof peopleApi.bulk>>["mutateAsync"]>[0];
type BulkChange = NonNullable<BulkCall>["body"]["change"];

/** Maximum ids per request. */
const batchSize = 1000;

/** Actions on the selected people. */
export const BulkBar = ({ ids, onDone }: { ids: string[]; onDone: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const bulk = useApiMutation(peopleApi.bulk);
  const [confirmingDelete, setConfirmingDelete] = useState(false);
  const count = ids.length;

  const applyChange = async (change: BulkChange) => {
    let changed = 0;
    try {
      for (let start = 0; start < count; start += batchSize) {
        const response = await bulk.mutateAsync({
          body: { ids: ids.slice(start, start + batchSize), change },
        });
        changed += response.changed;
      }
      const message = t(change.kind === "delete" ? "people.bulk.deleted" : "people.bulk.changed", {
        count: changed,
        shown: format.number(changed),
      });
      toast({ title: t("success.title"), description: changed === 0 ? t("people.bulk.unchanged") : message });
      onDone();
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("people.bulk.failed"),
        variant: "destructive",
      });
    }
    setConfirmingDelete(false);
  };

  return (
    <section
      aria-label={t("people.bulk.label")}
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-[calc(100vw-24px)] animate-rise flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-panel p-2 shadow-float lg:left-[calc(232px+12px)]"
    >
      <p aria-live="polite" className="px-1.5 font-[560] text-sm tabular-nums">
        {t("people.bulk.selected", { count, shown: format.number(count) })}
      </p>
      <Select
        aria-label={t("people.bulk.setStage")}
        value=""
        disabled={bulk.isPending}
        onChange={(event) => {
          const status = personStatuses.find((value) => value === event.target.value);
          if (status) void applyChange({ kind: "status", status });
        }}
        className="h-8"
      >
        <option value="" hidden>
          {t("people.bulk.setStage")}
        </option>
        {personStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`people.status.${status}`)}
          </option>
        ))}
      </Select>
      <AddTagButton disabled={bulk.isPending} onAdd={(tag) => void applyChange({ kind: "add_tag", tag })} />
      <Button
        size="sm"
        disabled={bulk.isPending}
        onClick={() => setConfirmingDelete(true)}
        className="text-bad"
      >
        <Trash2 aria-hidden="true" />
        {t("people.bulk.delete")}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("people.bulk.clear")}
        onClick={onDone}
        className="size-8"
      >
        <X aria-hidden="true" />
      </Button>
      {confirmingDelete && (
        <ConfirmDialog
          title={t("people.bulk.deleteTitle", { count, shown: format.number(count) })}
          text={t("people.deleteText")}
          confirm={t("people.bulk.delete")}
          busy={bulk.isPending}
          onCancel={() => setConfirmingDelete(false)}
          onConfirm={() => void applyChange({ kind: "delete" })}
        />
      )}
    </section>
  );
};

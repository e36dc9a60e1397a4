import { useQuery } from "@tanstack/react-query";
import { Megaphone, Route, Tag, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { batchesApi } from "#contract/batches.ts";
import { peopleApi } from "#contract/people.ts";
import type { BulkChange } from "#domain/bulk-change.ts";
import { personStatuses } from "#domain/person.ts";
import { ExportButton } from "#web/components/export/export-button.tsx";
import type { ExportedPeople } from "#web/components/export/export-dialog.tsx";
import { StartSequenceDialog } from "#web/components/sequence/start-sequence-dialog.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import { BulkEdit } from "./bulk-edit.tsx";
import type { OwnerChoice } from "./people-columns.tsx";
import type { Selection } from "./selection.tsx";

type TagButtonProps = { label: string; disabled: boolean; onApply: (tag: string) => void };

const TagButton = ({ label, disabled, onApply }: TagButtonProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [tag, setTag] = useState("");
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      className="w-72 p-3"
      trigger={
        <Button size="sm" disabled={disabled}>
          <Tag aria-hidden="true" />
          {label}
        </Button>
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim() === "") return;
          onApply(tag.trim());
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
          {label}
        </Button>
      </form>
    </Popover>
  );
};

type BulkBarProps = {
  selection: Selection;
  /** Everybody whom the list shows. */
  listed: Pick<ExportedPeople, "where" | "search">;
  /** The columns of the list, as a file names them. */
  columns: readonly string[];
  colleagues: readonly OwnerChoice[] | undefined;
  /** The number of matching people, and whether it was counted to its end. */
  total: number | undefined;
  totalIs: "exact" | "at_least" | undefined;
  onStarted: (id: string) => void;
};

/** The number of all matching people, counted exactly once they are all selected. */
const useMatchingCount = (
  { where, search }: BulkBarProps["listed"],
  isAllMatching: boolean,
  total: number | undefined,
  isExact: boolean,
) => {
  const query = { search, where: where && JSON.stringify(where), limit: 1, total: "exact" as const };
  const { data } = useQuery({
    ...apiQuery(peopleApi.list, { query }),
    enabled: isAllMatching && !isExact,
  });
  return isExact ? total : data?.total;
};

/** Actions on the selected people. */
export const BulkBar = (props: BulkBarProps) => {
  const { selection, listed, columns, colleagues, total, totalIs, onStarted } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const bulk = useApiMutation(batchesApi.start);
  const [confirmingDelete, setConfirmingDelete] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const mayRun = useMay("rules", "work");
  const { ids, isAllMatching, isAllSelected, selectAllMatching, clear: onDone } = selection;
  const isExact = totalIs === "exact";
  const matching = useMatchingCount(listed, isAllMatching, total, isExact);
  const count = isAllMatching ? (matching ?? total ?? ids.length) : ids.length;
  const shown = `${format.number(count)}${isAllMatching && matching === undefined ? "+" : ""}`;
  const offersAll = isAllSelected && !isAllMatching && total !== undefined && total > ids.length;

  const applyChange = async (change: BulkChange) => {
    const everybody = { audience: listed.where ?? { everybody: true as const }, search: listed.search };
    try {
      const { id } = await bulk.mutateAsync({
        body: { selection: isAllMatching ? everybody : { ids }, change },
      });
      onDone();
      onStarted(id);
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
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-[calc(100vw-24px)] animate-rise flex-wrap items-center justify-center gap-2 max-sm:justify-start rounded-xl border border-line bg-panel p-2 shadow-float lg:left-[calc(232px+12px)]"
    >
      <p
        aria-live="polite"
        className="px-1.5 font-[560] text-sm tabular-nums max-sm:basis-full max-sm:py-1 max-sm:pr-10"
      >
        {t(isAllMatching ? "people.bulk.selectedAll" : "people.bulk.selected", { count, shown })}
      </p>
      {offersAll && (
        <Button size="sm" variant="ghost" onClick={selectAllMatching} className="text-sea">
          {t("people.bulk.selectAll", { shown: `${format.number(total)}${isExact ? "" : "+"}` })}
        </Button>
      )}
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
      <TagButton
        label={t("people.tag.add")}
        disabled={bulk.isPending}
        onApply={(tag) => void applyChange({ kind: "add_tag", tag })}
      />
      <TagButton
        label={t("people.tag.take")}
        disabled={bulk.isPending}
        onApply={(tag) => void applyChange({ kind: "remove_tag", tag })}
      />
      <BulkEdit
        colleagues={colleagues}
        disabled={bulk.isPending}
        onApply={(change) => void applyChange(change)}
      />
      {mayRun &&
        (isAllMatching && listed.search === undefined ? (
          // People who match a filter may be many, so that each is shown before something is sent.
          <Button asChild size="sm">
            <Link
              href={`/campaigns/new?${new URLSearchParams({ where: JSON.stringify(listed.where ?? { everybody: true }) })}`}
            >
              <Megaphone aria-hidden="true" />
              {t("people.bulk.write")}
            </Link>
          </Button>
        ) : (
          !isAllMatching && (
            <Button size="sm" onClick={() => setIsStarting(true)}>
              <Route aria-hidden="true" />
              {t("sequence.start.these")}
            </Button>
          )
        ))}
      <ExportButton
        people={isAllMatching ? listed : { ids }}
        columns={columns}
        count={count}
        isAtLeast={isAllMatching && matching === undefined}
        size="sm"
      />
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
        className="size-8 max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:size-9"
      >
        <X aria-hidden="true" />
      </Button>
      {isStarting && (
        <StartSequenceDialog
          personIds={ids}
          onClose={(hasStarted) => {
            setIsStarting(false);
            if (hasStarted) onDone();
          }}
        />
      )}
      {confirmingDelete && (
        <ConfirmDialog
          title={t("people.bulk.deleteTitle", { count, shown })}
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

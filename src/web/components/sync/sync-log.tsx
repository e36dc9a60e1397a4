import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowLeftRight, ArrowRight, CircleAlert, ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type SyncChangeView, syncsApi } from "#contract/syncs.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useSyncFieldNames } from "./use-sync-names.ts";

type Filter = "all" | "conflicts" | "refused";

const useChanges = (service: string, filter: Filter) =>
  useInfiniteQuery({
    queryKey: ["", "api", "syncs", service, "changes", filter],
    queryFn: ({ pageParam }) =>
      callApi(syncsApi.changes, {
        params: { service },
        query: {
          limit: 30,
          ...(filter === "all" ? {} : { only: filter }),
          ...(pageParam ? { before: pageParam } : {}),
        },
      }),
    initialPageParam: "",
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    meta: { topics: syncsApi.changes.topics },
  });

const icons = { in: ArrowLeft, out: ArrowRight };

const ChangeIcon = ({ change }: { change: SyncChangeView }) => {
  const isRefused = change.state === "refused";
  const isConflict = Object.keys(change.conflicts).length > 0;
  const Icon = isRefused ? CircleAlert : isConflict ? ArrowLeftRight : icons[change.way];
  const tone = isRefused ? "text-bad" : isConflict ? "text-warn" : "text-soft";
  return <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />;
};

const isUndoable = ({ kind, state, way, personId }: SyncChangeView): boolean =>
  state === "done" && personId !== null && (kind === "changed" || (kind === "added" && way === "in"));

type EntryProps = { change: SyncChangeView; label: string; onUndo: (() => void) | undefined };

const Entry = ({ change, label, onUndo }: EntryProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const { nameOf, valuesOf } = useSyncFieldNames();
  const textOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("sync.blank");
    if (typeof value === "boolean") return t(value ? "sync.yes" : "sync.no");
    if (Array.isArray(value)) return value.join(", ");
    const own = valuesOf(field)?.find((one) => one.value === value);
    return own?.label ?? formatPhone(String(value));
  };
  const { kind, way, name, personId, after, before, reasons, conflicts, problems, message, state } = change;
  const title = name ?? t("sync.contactNumber", { id: change.remoteId ?? "" });
  return (
    <li className="flex gap-2.5 border-line border-b py-2.5 text-sm last:border-b-0">
      <ChangeIcon change={change} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {personId && name ? (
            <Link href={`/people/${personId}`} className="font-[560] hover:underline">
              {title}
            </Link>
          ) : (
            <span className="font-[560]">{title}</span>
          )}{" "}
          <span className="text-soft">{t(`sync.what.${kind}_${way}`, { label })}</span>{" "}
          {state !== "done" && state !== "refused" && (
            <Badge tone={state === "undone" ? "quiet" : "warn"}>{t(`sync.changeState.${state}`)}</Badge>
          )}
        </p>
        <ul className="mt-0.5 grid gap-0.5 text-soft text-xs">
          {kind === "added" && (
            <li className="wrap-anywhere">
              {Object.keys(after)
                .map((field) => `${nameOf(field)}: ${textOf(field, after[field])}`)
                .join(" · ")}
            </li>
          )}
          {(kind === "added" ? [] : Object.keys(after)).map((field) => (
            <li key={field} className="wrap-anywhere">
              {nameOf(field)}: <del>{textOf(field, before[field])}</del>
              {" → "}
              <ins className="text-ink no-underline">{textOf(field, after[field])}</ins>
              {reasons[field] && (
                <span className="text-faint"> · {translateValue("sync.reason", reasons[field])}</span>
              )}
              {field in conflicts && (
                <span className="text-warn">
                  {" "}
                  · {t("sync.lost", { value: textOf(field, conflicts[field]) })}
                </span>
              )}
            </li>
          ))}
          {reasons.contact && <li>{translateValue("sync.reason", reasons.contact)}</li>}
          {problems.map(({ field, code, value }) => (
            <li key={`${field} ${code}`} className="wrap-anywhere text-bad">
              {nameOf(field)}: {translateValue("sync.problem", code)}
              {value !== "" && ` (${value})`}
            </li>
          ))}
          {message && <li className="wrap-anywhere text-bad">{message}</li>}
        </ul>
      </div>
      <div className="grid shrink-0 content-start justify-items-end gap-1">
        <time dateTime={change.createdAt} className="text-faint text-xs tabular-nums">
          {format.dayTime(change.createdAt)}
        </time>
        {onUndo && (
          <Button size="sm" variant="ghost" onClick={onUndo} aria-label={t("sync.undoOf", { name: title })}>
            {t("sync.undo")}
          </Button>
        )}
      </div>
    </li>
  );
};

export const SyncLog = ({ service, label }: { service: string; label: string }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const [filter, setFilter] = useState<Filter>("all");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges(
    service,
    filter,
  );
  const undo = useApiMutation(syncsApi.undo);

  const undoChange = async (id: string) => {
    try {
      const { state } = await undo.mutateAsync({ params: { service, id } });
      const isUndone = state === "undone";
      toast({
        title: t(isUndone ? "success.title" : "error.title"),
        description: t(isUndone ? "sync.undone" : "sync.keptText"),
        ...(isUndone ? {} : { variant: "destructive" as const }),
      });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("sync.undoFailed"),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };

  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" aria-busy="true" />;
  const changes = data.pages.flatMap((page) => page.changes);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-faint text-xs">{t("sync.logText")}</p>
        <SegmentedControl<Filter>
          label={t("sync.filter")}
          value={filter}
          onChange={setFilter}
          options={(["all", "conflicts", "refused"] as const).map((id) => ({
            id,
            label: t(`sync.filters.${id}`),
          }))}
        />
      </div>
      {changes.length === 0 ? (
        <EmptyState icon={ScrollText} title={t("sync.noChanges")} text={t("sync.noChangesText")} />
      ) : (
        <ul>
          {changes.map((change) => (
            <Entry
              key={change.id}
              change={change}
              label={label}
              onUndo={isAdmin && isUndoable(change) ? () => void undoChange(change.id) : undefined}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("sync.more")}
        </Button>
      )}
    </div>
  );
};

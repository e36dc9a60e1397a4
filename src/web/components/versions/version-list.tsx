import { GitCompareArrows, Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** A part that changed, with the label of the part. */
export type VersionChange = { label: string; removed: string[]; added: string[] };

export type ListedVersion = { version: number; changedBy: string | null; createdAt: string };

const ChangeLine = ({ kind, text }: { kind: "removed" | "added"; text: string }) => {
  const { t } = useTranslation();
  const Icon = kind === "added" ? Plus : Minus;
  return (
    <li className={cn("flex items-start gap-1.5", kind === "added" ? "text-ok" : "text-bad")}>
      <Icon aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
      <span className="sr-only">{`${t(`rules.versions.${kind}`)}: `}</span>
      <span className="min-w-0 break-words">{text}</span>
    </li>
  );
};

const ChangeList = ({ changes }: { changes: VersionChange[] }) => {
  const { t } = useTranslation();
  if (changes.length === 0) return <p className="text-faint text-sm">{t("rules.versions.same")}</p>;
  return (
    <dl className="grid gap-1.5 text-sm sm:grid-cols-[110px_minmax(0,1fr)] sm:gap-x-3">
      {changes.map(({ label, removed, added }) => (
        <div key={label} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-faint">{label}</dt>
          <dd>
            <ul>
              {removed.map((text) => (
                <ChangeLine key={`- ${text}`} kind="removed" text={text} />
              ))}
              {added.map((text) => (
                <ChangeLine key={`+ ${text}`} kind="added" text={text} />
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
};

type VersionListProps<V extends ListedVersion> = {
  /** Newest first; undefined while they load. */
  versions: V[] | undefined;
  error: unknown;
  onRetry: () => void;
  changesBetween: (before: V, after: V) => VersionChange[];
  texts: { restore: string; empty: string };
  /** Undefined where the user may not restore. */
  onRestore: ((version: V) => Promise<void>) | undefined;
  restoring: boolean;
};

/** Who saved what and when; each version shows its changes and can be restored. */
export const VersionList = <V extends ListedVersion>(props: VersionListProps<V>) => {
  const { versions, error, onRetry, changesBetween, texts, onRestore, restoring } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const [confirmed, setConfirmed] = useState<V>();

  if (!versions && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={onRetry} />;
  if (!versions)
    return (
      <div aria-busy="true" className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  if (versions.length === 0)
    return <EmptyState icon={GitCompareArrows} title={t("rules.versions.empty")} text={texts.empty} />;
  return (
    <>
      <ol className="divide-y divide-line">
        {versions.map((version, index) => {
          const previous = versions[index + 1];
          const isCurrent = index === 0;
          const number = version.version;
          return (
            <li key={number} className="grid gap-2 py-4 first:pt-0">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <h3 className="font-[600] text-sm">{t("rules.versions.number", { number })}</h3>
                {isCurrent && <Badge tone="ok">{t("rules.versions.current")}</Badge>}
                <p className="text-faint text-xs">
                  {`${version.changedBy ?? t("compliance.log.system")} · ${format.dateTime(version.createdAt)}`}
                </p>
                {!isCurrent && onRestore && (
                  <Button
                    size="sm"
                    className="ml-auto"
                    aria-label={t("rules.versions.restoreNumber", { number })}
                    onClick={() => setConfirmed(version)}
                  >
                    {t("rules.versions.restore")}
                  </Button>
                )}
              </div>
              {previous ? (
                <ChangeList changes={changesBetween(previous, version)} />
              ) : (
                <p className="text-faint text-sm">{t("rules.versions.first")}</p>
              )}
            </li>
          );
        })}
      </ol>
      {confirmed && onRestore && (
        <ConfirmDialog
          title={t("rules.versions.restoreTitle", { number: confirmed.version })}
          text={texts.restore}
          confirm={t("rules.versions.restore")}
          busy={restoring}
          onCancel={() => setConfirmed(undefined)}
          onConfirm={() => void onRestore(confirmed).finally(() => setConfirmed(undefined))}
        />
      )}
    </>
  );
};

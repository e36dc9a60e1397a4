import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Rule, type RuleVersion, rulesApi } from "#contract/rules.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useHasRole } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { diffRules, type RuleChange } from "./rule-diff.ts";
import { actionText, conditionText, optionTexts, triggerText, useRuleTextContext } from "./rule-text.ts";

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

const ChangeList = ({ changes }: { changes: RuleChange[] }) => {
  const { t } = useTranslation();
  if (changes.length === 0) return <p className="text-faint text-sm">{t("rules.versions.same")}</p>;
  return (
    <dl className="grid gap-1.5 text-sm sm:grid-cols-[110px_minmax(0,1fr)] sm:gap-x-3">
      {changes.map(({ part, removed, added }) => (
        <div key={part} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-faint">{t(`rules.versions.part.${part}`)}</dt>
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

export const VersionsSheet = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  const context = useRuleTextContext();
  const format = useFormat();
  const mayChange = useHasRole("operator");
  const { data, error, refetch } = useQuery(apiQuery(rulesApi.versions, { params: { id: rule.id } }));
  const restore = useApiMutation(rulesApi.restore);
  const [restoring, setRestoring] = useState<RuleVersion>();
  const texts = {
    triggers: (row: Parameters<typeof triggerText>[0]) => triggerText(row, context),
    conditions: (row: Parameters<typeof conditionText>[0]) => conditionText(row, context),
    actions: (row: Parameters<typeof actionText>[0]) => actionText(row, context),
    options: (options: Parameters<typeof optionTexts>[0]) => optionTexts(options, context),
    enabled: (enabled: boolean) => t(enabled ? "rules.active" : "rules.inactive"),
  };

  const restoreVersion = async ({ version }: RuleVersion) => {
    try {
      await restore.mutateAsync({ params: { id: rule.id, version } });
      toast({ title: t("success.title"), description: t("rules.updated") });
    } catch (failure) {
      const failed = t("rules.updateFailed");
      const message = serverMessage(failure);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
    }
    setRestoring(undefined);
  };

  return (
    <SideSheet onClose={onClose} title={t("rules.versions.title")} caption={rule.name}>
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy="true" className="grid gap-4">
          {["a", "b", "c"].map((row) => (
            <Skeleton key={row} className="h-20" />
          ))}
        </div>
      ) : data.length === 0 ? (
        <EmptyState
          icon={GitCompareArrows}
          title={t("rules.versions.empty")}
          text={t("rules.versions.emptyText")}
        />
      ) : (
        <ol className="divide-y divide-line">
          {data.map((version, index) => {
            const previous = data[index + 1];
            const isCurrent = index === 0;
            return (
              <li key={version.version} className="grid gap-2 py-4 first:pt-0">
                <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <h3 className="font-[600] text-sm">
                    {t("rules.versions.number", { number: version.version })}
                  </h3>
                  {isCurrent && <Badge tone="ok">{t("rules.versions.current")}</Badge>}
                  <p className="text-faint text-xs">
                    {`${version.changedBy ?? t("compliance.log.system")} · ${format.dateTime(version.createdAt)}`}
                  </p>
                  {!isCurrent && mayChange && (
                    <Button
                      size="sm"
                      className="ml-auto"
                      aria-label={t("rules.versions.restoreNumber", { number: version.version })}
                      onClick={() => setRestoring(version)}
                    >
                      {t("rules.versions.restore")}
                    </Button>
                  )}
                </div>
                {previous ? (
                  <ChangeList changes={diffRules(previous.definition, version.definition, texts)} />
                ) : (
                  <p className="text-faint text-sm">{t("rules.versions.first")}</p>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {restoring && (
        <ConfirmDialog
          title={t("rules.versions.restoreTitle", { number: restoring.version })}
          text={t("rules.versions.restoreText")}
          confirm={t("rules.versions.restore")}
          busy={restore.isPending}
          onCancel={() => setRestoring(undefined)}
          onConfirm={() => void restoreVersion(restoring)}
        />
      )}
    </SideSheet>
  );
};

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Rule, type RuleVersion, rulesApi } from "#contract/rules.ts";
import { conditionText, optionTexts, triggerText } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { stepText } from "#web/components/sequence/step-text.ts";
import { VersionList } from "#web/components/versions/version-list.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { diffRules } from "./rule-diff.ts";

export const VersionsSheet = ({ rule, onClose }: { rule: Rule; onClose: () => void }) => {
  const { t } = useTranslation();
  const context = useRuleTextContext(rule.triggers);
  const mayChange = useMay("rules", "work");
  const { data, error, refetch } = useQuery(apiQuery(rulesApi.versions, { params: { id: rule.id } }));
  const restore = useApiMutation(rulesApi.restore);
  const texts = {
    triggers: (row: Parameters<typeof triggerText>[0]) => triggerText(row, context),
    conditions: (row: Parameters<typeof conditionText>[0]) => conditionText(row, context),
    actions: (row: Parameters<typeof stepText>[0]) => stepText(row, context),
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
  };

  return (
    <SideSheet onClose={onClose} title={t("rules.versions.title")} caption={rule.name}>
      <VersionList
        versions={data}
        error={error}
        onRetry={() => void refetch()}
        changesBetween={(before, after) =>
          diffRules(before.definition, after.definition, texts).map(({ part, ...change }) => ({
            label: t(`rules.versions.part.${part}`),
            ...change,
          }))
        }
        texts={{ restore: t("rules.versions.restoreText"), empty: t("rules.versions.emptyText") }}
        onRestore={mayChange ? restoreVersion : undefined}
        restoring={restore.isPending}
      />
    </SideSheet>
  );
};

import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import { useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

/** Switches a rule on or off. Shown as switched at once; a refusal switches it back. */
export const useRuleToggle = (rule: Rule) => {
  const { t } = useTranslation();
  const update = useCall(rules.update);
  const toggle = () =>
    update.mutate(
      { params: { id: rule.id }, body: { enabled: !rule.enabled } },
      {
        onSuccess: () => toast({ title: t("success.title"), description: t("rules.updated") }),
        onError: () =>
          toast({ title: t("error.title"), description: t("rules.updateFailed"), variant: "destructive" }),
      },
    );
  // The list is read again before the change counts as done.
  const enabled = update.isPending ? (update.variables?.body.enabled ?? rule.enabled) : rule.enabled;
  return { enabled, busy: update.isPending, toggle };
};

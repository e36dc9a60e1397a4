import { useTranslation } from "react-i18next";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

/** Shows the new state while the update is pending. */
export const useRuleToggle = (rule: Rule) => {
  const { t } = useTranslation();
  const update = useApiMutation(rulesApi.update);
  const toggle = () =>
    update.mutate(
      { params: { id: rule.id }, body: { enabled: !rule.enabled } },
      {
        onSuccess: () => toast({ title: t("success.title"), description: t("rules.updated") }),
        onError: () =>
          toast({ title: t("error.title"), description: t("rules.updateFailed"), variant: "destructive" }),
      },
    );
  // The mutation stays pending until the list is refetched.
  const enabled = update.isPending ? (update.variables?.body.enabled ?? rule.enabled) : rule.enabled;
  return { enabled, busy: update.isPending, toggle };
};

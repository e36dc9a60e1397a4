import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { callApi, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { OverdueDialog } from "./overdue-dialog.tsx";

type Overdue = { overdue: number; tooLate: number };

/**
 * Switches a rule on and off, and shows the new state while the update is pending. Before a sequence with overdue
 * people goes on, it asks what becomes of them; `dialog` is that question.
 */
export const useRuleToggle = (rule: Rule) => {
  const { t } = useTranslation();
  const update = useApiMutation(rulesApi.update);
  const endOverdue = useApiMutation(runsApi.endOverdue);
  const [asked, setAsked] = useState<Overdue>();
  const [isBusy, setIsBusy] = useState(false);
  const params = { id: rule.id };

  const fail = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });
  const save = () =>
    update.mutate(
      { params, body: { enabled: !rule.enabled } },
      {
        onSuccess: () => toast({ title: t("success.title"), description: t("rules.updated") }),
        onError: () => fail(t("rules.updateFailed")),
      },
    );
  const toggle = async () => {
    if (rule.enabled || !isSequence(rule.actions, rule.options)) return save();
    setIsBusy(true);
    try {
      const found = await callApi(runsApi.overdue, { params });
      if (found.overdue > 0) setAsked(found);
      else save();
    } catch {
      fail(t("rules.updateFailed"));
    } finally {
      setIsBusy(false);
    }
  };
  const goOn = () => {
    setAsked(undefined);
    save();
  };
  const end = async () => {
    setIsBusy(true);
    try {
      // Each call ends a part of them.
      for (let left = 1; left > 0; ) ({ left } = await endOverdue.mutateAsync({ params }));
      goOn();
    } catch {
      fail(t("sequence.overdue.failed"));
    } finally {
      setIsBusy(false);
    }
  };

  const dialog: ReactNode = asked && (
    <OverdueDialog
      {...asked}
      busy={isBusy}
      onGoOn={goOn}
      onEnd={() => void end()}
      onCancel={() => setAsked(undefined)}
    />
  );
  // The mutation stays pending until the list is refetched.
  const enabled = update.isPending ? (update.variables?.body.enabled ?? rule.enabled) : rule.enabled;
  return { enabled, busy: update.isPending || isBusy, toggle: () => void toggle(), dialog };
};

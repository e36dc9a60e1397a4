import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import {
  defaultAction,
  defaultCondition,
  defaultTrigger,
  type RuleInput,
  ruleInput,
} from "#domain/rules/rule.ts";
import { ApiError, query, serverMessage, useCall } from "../../lib/api.ts";
import { showIssues } from "../../lib/form-errors.ts";
import { toast } from "../../lib/toast.ts";

const fields = Object.keys(ruleInput.shape);

const orDefault = <T>(rows: T[], row: T): T[] => (rows.length > 0 ? rows : [row]);

const inputOf = ({ name, description, enabled, triggers, conditions, actions }: Rule): RuleInput => ({
  name,
  description,
  enabled,
  triggers: orDefault(triggers, defaultTrigger),
  conditions: orDefault(conditions, defaultCondition),
  actions: orDefault(actions, defaultAction),
});

const blank: RuleInput = {
  name: "",
  description: null,
  enabled: true,
  triggers: [defaultTrigger],
  conditions: [defaultCondition],
  actions: [defaultAction],
};

export type RuleFormProps = {
  /** The rule to change; without one, a new rule is made. */
  rule?: Rule;
  /** A rule the new one begins as a copy of. */
  like?: Rule;
  onClose: () => void;
};

export const useRuleForm = ({ rule, like, onClose }: RuleFormProps, onInvalid: (parts: string[]) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useCall(rules.create);
  const update = useCall(rules.update);
  const [version, setVersion] = useState(rule?.updatedAt);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const start = rule ?? like;
  const form = useForm<RuleInput>({
    resolver: zodResolver(ruleInput) as Resolver<RuleInput>,
    defaultValues: {
      ...(start ? inputOf(start) : blank),
      ...(like ? { name: t("rules.copyName", { name: like.name }).slice(0, 200) } : {}),
    },
  });

  const fail = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });

  const save = async (body: RuleInput) => {
    setRefusal(undefined);
    try {
      if (rule) await update.mutateAsync({ params: { id: rule.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(rule ? "rules.updated" : "rules.created") });
      onClose();
    } catch (error) {
      const failed = t(rule ? "rules.updateFailed" : "rules.createFailed");
      fail(failed);
      if (showIssues(error, form.setError, fields)) return;
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
    }
  };

  const loadNewest = async () => {
    const list = await client.fetchQuery({ ...query(rules.list), staleTime: 0 });
    const newest = list.find(({ id }) => id === rule?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    setRefusal(undefined);
    form.reset(inputOf(newest));
  };

  const submit = form.handleSubmit(save, (errors) => {
    onInvalid(Object.keys(errors));
    fail(t("rules.checkInput"));
  });

  return { form, refusal, submit, loadNewest, busy: create.isPending || update.isPending };
};

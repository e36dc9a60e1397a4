import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import {
  defaultAction,
  defaultCondition,
  defaultOptions,
  defaultTrigger,
  type RuleInput,
  ruleInput,
} from "#domain/rules/rule.ts";
import { query, useCall } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";

const fields = Object.keys(ruleInput.shape);

const orDefault = <T>(rows: T[], row: T): T[] => (rows.length > 0 ? rows : [row]);

export const inputOf = (rule: Omit<Rule, "id">): RuleInput => ({
  name: rule.name,
  description: rule.description,
  enabled: rule.enabled,
  triggers: orDefault(rule.triggers, defaultTrigger),
  conditions: orDefault(rule.conditions, defaultCondition),
  actions: orDefault(rule.actions, defaultAction),
  options: { ...defaultOptions, ...rule.options },
});

const blank: RuleInput = {
  name: "",
  description: null,
  enabled: true,
  triggers: [defaultTrigger],
  conditions: [defaultCondition],
  actions: [defaultAction],
  options: defaultOptions,
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
  const start = rule ?? like;
  const form = useForm<RuleInput>({
    resolver: zodResolver(ruleInput) as Resolver<RuleInput>,
    defaultValues: {
      ...(start ? inputOf(start) : blank),
      ...(like ? { name: t("rules.copyName", { name: like.name }).slice(0, 200) } : {}),
    },
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);

  const save = async (body: RuleInput) => {
    clear();
    try {
      if (rule) await update.mutateAsync({ params: { id: rule.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(rule ? "rules.updated" : "rules.created") });
      onClose();
    } catch (error) {
      refuse(error, t(rule ? "rules.updateFailed" : "rules.createFailed"));
    }
  };

  const loadNewest = async () => {
    const list = await client.fetchQuery({ ...query(rules.list), staleTime: 0 });
    const newest = list.find(({ id }) => id === rule?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    clear();
    form.reset(inputOf(newest));
  };

  /** Goes on with what the form holds, once all of it can be read. */
  const withValid = (next: (body: RuleInput) => unknown) =>
    form.handleSubmit(next, (errors) => {
      onInvalid(Object.keys(errors));
      toast({ title: t("error.title"), description: t("rules.checkInput"), variant: "destructive" });
    });

  return {
    form,
    refusal,
    submit: withValid(save),
    withValid,
    loadNewest,
    busy: create.isPending || update.isPending,
  };
};

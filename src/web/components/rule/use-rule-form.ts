import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type Rule, rulesApi } from "#contract/rules.ts";
import {
  defaultAction,
  defaultCondition,
  defaultOptions,
  defaultTrigger,
  type RuleInput,
  ruleInput,
} from "#domain/rules/rule.ts";
import { apiQuery, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { sequencePath } from "./sequence-path.ts";
import { toSequence } from "./to-sequence.ts";

const fieldNames = Object.keys(ruleInput.shape);

const orDefault = <T>(rows: T[], row: T): T[] => (rows.length > 0 ? rows : [row]);

export const toRuleInput = (rule: Omit<Rule, "id">): RuleInput => ({
  name: rule.name,
  description: rule.description,
  enabled: rule.enabled,
  triggers: orDefault(rule.triggers, defaultTrigger),
  conditions: orDefault(rule.conditions, defaultCondition),
  actions: orDefault(rule.actions, defaultAction),
  options: { ...defaultOptions, ...rule.options },
});

const emptyRule: RuleInput = {
  name: "",
  description: null,
  enabled: true,
  triggers: [defaultTrigger],
  conditions: [defaultCondition],
  actions: [defaultAction],
  options: defaultOptions,
};

export type RuleFormProps = {
  /** Absent for a new rule. */
  rule?: Rule;
  /** The rule to copy into a new one. */
  copyFrom?: Rule;
  onClose: () => void;
};

export const useRuleForm = (
  { rule, copyFrom, onClose }: RuleFormProps,
  onInvalid: (parts: string[]) => void,
) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useApiMutation(rulesApi.create);
  const update = useApiMutation(rulesApi.update);
  const [version, setVersion] = useState(rule?.updatedAt);
  const source = rule ?? copyFrom;
  const form = useForm<RuleInput>({
    resolver: zodResolver(ruleInput) as Resolver<RuleInput>,
    defaultValues: {
      ...(source ? toRuleInput(source) : emptyRule),
      ...(copyFrom ? { name: t("rules.copyName", { name: copyFrom.name }).slice(0, 200) } : {}),
    },
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fieldNames);

  /** Undefined where the server refused it. */
  const store = async (body: RuleInput): Promise<Rule | undefined> => {
    clear();
    try {
      const saved = rule
        ? await update.mutateAsync({ params: { id: rule.id }, body: { ...body, updatedAt: version } })
        : await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(rule ? "rules.updated" : "rules.created") });
      return saved;
    } catch (error) {
      refuse(error, t(rule ? "rules.updateFailed" : "rules.createFailed"));
      return undefined;
    }
  };

  const save = async (body: RuleInput) => {
    if (await store(body)) onClose();
  };

  /** A new one stays disabled until its further steps are there. */
  const saveAsSequence = async (body: RuleInput) => {
    const saved = await store(toSequence(rule ? body : { ...body, enabled: false }));
    if (!saved) return;
    client.setQueryData(apiQuery(rulesApi.get, { params: { id: saved.id } }).queryKey, saved);
    navigate(sequencePath(saved.id), { replace: rule !== undefined });
  };

  const loadNewest = async () => {
    const allRules = await client.fetchQuery({ ...apiQuery(rulesApi.list, { query: {} }), staleTime: 0 });
    const newest = allRules.find(({ id }) => id === rule?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    clear();
    form.reset(toRuleInput(newest));
  };

  /** Calls `next` with the values if the form is valid. */
  const withValid = (next: (body: RuleInput) => unknown) =>
    form.handleSubmit(next, (errors) => {
      onInvalid(Object.keys(errors));
      toast({ title: t("error.title"), description: t("rules.checkInput"), variant: "destructive" });
    });

  return {
    form,
    refusal,
    submit: withValid(save),
    continueAsSequence: withValid(saveAsSequence),
    withValid,
    loadNewest,
    busy: create.isPending || update.isPending,
  };
};

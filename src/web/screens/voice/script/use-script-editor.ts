import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { scriptsApi, type VoiceScript } from "#contract/scripts.ts";
import { type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import { checkScript } from "#domain/voice/script-check.ts";
import { apiQuery, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";

const fields = Object.keys(scriptInput.shape);
const toInput = (script: VoiceScript): ScriptInput =>
  Object.fromEntries(Object.entries(script).filter(([name]) => fields.includes(name))) as ScriptInput;

/** The form of a stored script. It follows newer versions until the user edits it. */
export const useScriptEditor = (script: VoiceScript) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const update = useApiMutation(scriptsApi.update);
  const form = useForm<ScriptInput>({
    resolver: zodResolver(scriptInput) as Resolver<ScriptInput>,
    defaultValues: toInput(script),
  });
  const { reset } = form;
  const { isDirty } = form.formState;
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);
  /** The version that the form's values are based on. */
  const [base, setBase] = useState(script);
  const isNewer = script.version > base.version;

  const accept = useCallback(
    (stored: VoiceScript) => {
      setBase(stored);
      reset(toInput(stored));
    },
    [reset],
  );
  useEffect(() => {
    if (isNewer && !isDirty) accept(script);
  }, [isNewer, isDirty, accept, script]);

  const current = form.watch();
  const check = checkScript(current);

  const fail = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });
  const save = async (body: ScriptInput) => {
    if (check.problems.some(({ isError }) => isError)) return fail(t("scriptEditor.fixErrors"));
    clear();
    try {
      accept(
        await update.mutateAsync({ params: { id: script.id }, body: { ...body, updatedAt: base.updatedAt } }),
      );
      toast({ title: t("success.title"), description: t("script.updated") });
    } catch (error) {
      refuse(error, t("script.updateFailed"));
    }
  };

  const loadNewest = async () => {
    const list = await client.fetchQuery({ ...apiQuery(scriptsApi.list), staleTime: 0 });
    const newest = list.find(({ id }) => id === script.id);
    clear();
    if (newest) accept(newest);
  };

  return {
    form,
    current,
    check,
    base,
    isDirty,
    accept,
    refusal:
      refusal ??
      (isNewer && isDirty
        ? { message: t("scriptEditor.newer", { version: script.version }), outdated: true }
        : undefined),
    loadNewest,
    submit: form.handleSubmit(save, () => fail(t("endpoints.checkInput"))),
    isSaving: update.isPending,
  };
};
export type ScriptEditor = ReturnType<typeof useScriptEditor>;

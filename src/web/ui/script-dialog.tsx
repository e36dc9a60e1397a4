import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Script, scripts } from "#contract/scripts.ts";
import { type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import { ApiError, query, serverMessage, useCall } from "../lib/api.ts";
import { showIssues } from "../lib/form-errors.ts";
import { useCanSpeak } from "../lib/speech.ts";
import { toast } from "../lib/toast.ts";
import { useScriptTest } from "../lib/use-script-test.ts";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { FormAlert } from "./form-alert.tsx";
import { ScriptFields } from "./script-fields.tsx";

const blank: ScriptInput = { ...scriptInput.parse({ name: "x", content: "x" }), name: "", content: "" };
const fields = Object.keys(scriptInput.shape);
const inputOf = (script: Script): ScriptInput =>
  Object.fromEntries(Object.entries(script).filter(([name]) => fields.includes(name))) as ScriptInput;

type ScriptDialogProps = { script?: Script | undefined; onClose: () => void };

export const ScriptDialog = ({ script, onClose }: ScriptDialogProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useCall(scripts.create);
  const update = useCall(scripts.update);
  const canSpeak = useCanSpeak();
  const { testing, test } = useScriptTest();
  const [version, setVersion] = useState(script?.updatedAt);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const [leaving, setLeaving] = useState(false);
  const form = useForm<ScriptInput>({
    resolver: zodResolver(scriptInput) as Resolver<ScriptInput>,
    defaultValues: script ? inputOf(script) : blank,
  });
  const { isDirty } = form.formState;
  const current = form.watch();
  const needsVoice = current.ttsProvider === "elevenlabs" && !current.voiceId;
  const busy = create.isPending || update.isPending;

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      if (script)
        await update.mutateAsync({ params: { id: script.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(script ? "script.updated" : "script.created") });
      onClose();
    } catch (error) {
      const failed = t(script ? "script.updateFailed" : "script.createFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      if (showIssues(error, form.setError, fields)) return;
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
    }
  });

  const loadNewest = async () => {
    const list = await client.fetchQuery({ ...query(scripts.list), staleTime: 0 });
    const newest = list.find(({ id }) => id === script?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    setRefusal(undefined);
    form.reset(inputOf(newest));
  };

  const runTest = () => {
    const refuse = (description: string) =>
      toast({ title: t("error.title"), description, variant: "destructive" });
    if (current.content.trim() === "") return refuse(t("script.needContent"));
    if (current.ttsProvider === "elevenlabs" && (needsVoice || !canSpeak("elevenlabs")))
      return refuse(t("script.needVoice"));
    void test("dialog", current);
  };

  const close = () => (isDirty ? setLeaving(true) : onClose());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(script ? "script.edit" : "script.add")}
      className="sm:max-w-2xl"
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <ScriptFields form={form} />
        {refusal && (
          <FormAlert
            action={
              refusal.outdated && (
                <Button size="sm" onClick={() => void loadNewest()}>
                  {t("script.loadNewest")}
                </Button>
              )
            }
          >
            {refusal.message}
          </FormAlert>
        )}
        <DialogActions>
          <Button
            className="mr-auto"
            disabled={current.content.trim() === "" || needsVoice || testing !== undefined}
            onClick={runTest}
          >
            <Play aria-hidden="true" />
            {testing ? t("script.testing") : t("script.test")}
          </Button>
          <Button onClick={close}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? t("action.saving") : t("action.save")}
          </Button>
        </DialogActions>
      </form>
      {leaving && (
        <ConfirmDialog
          title={t("script.unsaved")}
          text={t("script.unsavedText")}
          confirm={t("script.discard")}
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};

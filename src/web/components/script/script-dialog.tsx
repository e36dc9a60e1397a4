import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { scriptsApi, type VoiceScript } from "#contract/scripts.ts";
import { type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import { apiQuery, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { ScriptFields } from "./script-fields.tsx";
import { TestRequirements } from "./test-requirements.tsx";
import { useScriptTest } from "./use-script-test.ts";
import { useCanSpeak } from "./use-voices.ts";

const blank: ScriptInput = { ...scriptInput.parse({ name: "x", content: "x" }), name: "", content: "" };
const fields = Object.keys(scriptInput.shape);
const scriptInputOf = (script: VoiceScript): ScriptInput =>
  Object.fromEntries(Object.entries(script).filter(([name]) => fields.includes(name))) as ScriptInput;

type ScriptDialogProps = { script?: VoiceScript | undefined; onClose: () => void };

export const ScriptDialog = ({ script, onClose }: ScriptDialogProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useApiMutation(scriptsApi.create);
  const update = useApiMutation(scriptsApi.update);
  const canSpeak = useCanSpeak();
  const { testing, test } = useScriptTest();
  const [version, setVersion] = useState(script?.updatedAt);
  const form = useForm<ScriptInput>({
    resolver: zodResolver(scriptInput) as Resolver<ScriptInput>,
    defaultValues: script ? scriptInputOf(script) : blank,
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);
  const { isDirty } = form.formState;
  const current = form.watch();
  const needsVoice = current.ttsProvider === "elevenlabs" && !current.voiceId;
  const busy = create.isPending || update.isPending;

  const submit = form.handleSubmit(async (body) => {
    clear();
    try {
      if (script)
        await update.mutateAsync({ params: { id: script.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(script ? "script.updated" : "script.created") });
      onClose();
    } catch (error) {
      refuse(error, t(script ? "script.updateFailed" : "script.createFailed"));
    }
  });

  const loadNewest = async () => {
    const list = await client.fetchQuery({ ...apiQuery(scriptsApi.list), staleTime: 0 });
    const newest = list.find(({ id }) => id === script?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    clear();
    form.reset(scriptInputOf(newest));
  };

  const runTest = () => {
    const showError = (description: string) =>
      toast({ title: t("error.title"), description, variant: "destructive" });
    if (current.content.trim() === "") return showError(t("script.needContent"));
    if (current.ttsProvider === "elevenlabs" && (needsVoice || !canSpeak("elevenlabs")))
      return showError(t("script.needVoice"));
    void test("dialog", current);
  };

  return (
    <FormDialog
      title={t(script ? "script.edit" : "script.add")}
      dirty={isDirty}
      onClose={onClose}
      className="sm:max-w-2xl"
    >
      {(cancel) => (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <ScriptFields form={form} />
          <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
          <TestRequirements
            id="script-test-needs"
            script={current}
            canSpeak={canSpeak(current.ttsProvider)}
          />
          <DialogActions>
            <Button
              className="mr-auto"
              aria-describedby="script-test-needs"
              disabled={current.content === "" || needsVoice || testing !== undefined}
              onClick={runTest}
            >
              <Play aria-hidden="true" />
              {testing ? t("script.testing") : t("script.test")}
            </Button>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={busy}>
              {busy ? t("action.saving") : t("action.save")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};

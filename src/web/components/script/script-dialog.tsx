import { zodResolver } from "@hookform/resolvers/zod";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { scriptsApi } from "#contract/scripts.ts";
import { type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import { useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { ScriptFields } from "./script-fields.tsx";
import { TestButton } from "./test-button.tsx";
import { TestRequirements } from "./test-requirements.tsx";
import { useCanSpeak } from "./use-voices.ts";

const blank: ScriptInput = { ...scriptInput.parse({ name: "x", content: "x" }), name: "", content: "" };
const fields = Object.keys(scriptInput.shape);

/** Adds a script. Its goals, facts and versions are on its page. */
export const ScriptDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const create = useApiMutation(scriptsApi.create);
  const canSpeak = useCanSpeak();
  const form = useForm<ScriptInput>({
    resolver: zodResolver(scriptInput) as Resolver<ScriptInput>,
    defaultValues: blank,
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);
  const { isDirty } = form.formState;
  const current = form.watch();

  const submit = form.handleSubmit(async (body) => {
    clear();
    try {
      await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t("script.created") });
      onClose();
    } catch (error) {
      refuse(error, t("script.createFailed"));
    }
  });

  return (
    <FormDialog title={t("script.add")} dirty={isDirty} onClose={onClose} className="sm:max-w-2xl">
      {(cancel) => (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <ScriptFields form={form} />
          {refusal && <FormAlert>{refusal.message}</FormAlert>}
          <TestRequirements
            id="script-test-needs"
            script={current}
            canSpeak={canSpeak(current.ttsProvider)}
          />
          <DialogActions>
            <TestButton className="mr-auto" script={current} describedBy="script-test-needs" />
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={create.isPending}>
              {create.isPending ? t("action.saving") : t("action.save")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};

import type { Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { phoneApi } from "#contract/phone.ts";
import type { PhoneSettings } from "#domain/voice/phone-settings.ts";
import { ApiError, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";

/** The form of some of the phone settings. `stored` must keep its identity while unchanged. */
export const usePhoneForm = <Part extends Partial<PhoneSettings>>(stored: Part, title: string) => {
  const { t } = useTranslation();
  const save = useApiMutation(phoneApi.save);
  const form = useStoredForm<Part>(stored);
  const { refusal, refuse, clear } = useSaveError<Part>(form.setError, []);

  /** Issues of list items name their field by its path, such as `inbound.0.number`. */
  const showFieldIssues = (error: unknown): boolean => {
    const issues = error instanceof ApiError ? (error.problem?.issues ?? []) : [];
    for (const { path, message } of issues)
      form.setError(path as Path<Part>, { type: "server", message }, { shouldFocus: true });
    return issues.length > 0;
  };

  const submit = form.handleSubmit(async (body) => {
    clear();
    try {
      const saved = await save.mutateAsync({ body });
      const part = Object.keys(stored).map((key) => [key, saved[key as keyof PhoneSettings]]);
      form.reset(Object.fromEntries(part) as Part);
      toast({ title: t("success.title"), description: t("settings.configurationSaved", { service: title }) });
    } catch (error) {
      if (showFieldIssues(error))
        toast({
          title: t("error.title"),
          description: t("settings.configurationFailed", { service: title }),
          variant: "destructive",
        });
      else refuse(error, t("settings.configurationFailed", { service: title }));
    }
  });

  return { form, submit, refusal, isSaving: save.isPending };
};

/** People write numbers with spaces, dashes and brackets. */
export const compactNumber = (value: unknown): string => String(value ?? "").replaceAll(/[\s().-]/g, "");

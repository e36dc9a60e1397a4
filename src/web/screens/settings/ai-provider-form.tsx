import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type AiProvider, aiProviders } from "#contract/ai-providers.ts";
import { SecretField } from "#web/components/schema-form/secret-field.tsx";
import { serverMessage, useCall } from "#web/lib/api.ts";
import type { SchemaValues } from "#web/lib/json-schema.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Card } from "#web/ui/card.tsx";
import { ConnectionBadge } from "./connection-badge.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { ModelField } from "./model-field.tsx";
import { useConnectionTest } from "./use-connection-test.ts";

const textOf = (value: SchemaValues[string] | undefined): string =>
  typeof value === "string" ? value.trim() : "";

export const AiProviderForm = ({ provider }: { provider: AiProvider }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("admin");
  const { id, name, model, apiKey } = provider;
  const update = useCall(aiProviders.update);
  const { test, testing } = useConnectionTest("ai-provider", name);
  const form = useStoredForm<SchemaValues>(useMemo(() => ({ apiKey: "", model: model ?? "" }), [model]));

  /** An untouched key stays as it is; null removes it. */
  const entered = () => {
    const values = form.getValues();
    const key = values.apiKey === null ? null : textOf(values.apiKey) || undefined;
    const chosen = textOf(values.model);
    return { ...(key === undefined ? {} : { apiKey: key }), ...(chosen ? { model: chosen } : {}) };
  };

  const submit = form.handleSubmit(async () => {
    try {
      const saved = await update.mutateAsync({ params: { id }, body: entered() });
      form.reset({ apiKey: "", model: saved.model ?? "" });
      toast({ title: t("success.title"), description: t("brain.updated") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("brain.updateFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  });

  return (
    <Card className="flex flex-col" title={name} aside={<ConnectionBadge mode={provider.mode} />}>
      <form noValidate onSubmit={submit} className="grid flex-1 content-between gap-4">
        <fieldset disabled={!isAdmin} className="grid gap-4">
          <legend className="sr-only">{name}</legend>
          <SecretField
            fieldProps={{
              label: t("settings.ai.apiKey"),
              required: false,
              error: undefined,
              hint: undefined,
            }}
            name="apiKey"
            form={form}
            rules={{}}
            stored={apiKey}
          />
          <ModelField
            models={provider.models}
            value={textOf(form.watch("model"))}
            onChange={(next) => form.setValue("model", next, { shouldDirty: true })}
          />
        </fieldset>
        {isAdmin ? (
          <FormButtons
            service={name}
            dirty={form.formState.isDirty}
            saving={update.isPending}
            testing={testing}
            onTest={() => void test({ providerId: id, name, ...entered() })}
          />
        ) : (
          <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
        )}
      </form>
    </Card>
  );
};

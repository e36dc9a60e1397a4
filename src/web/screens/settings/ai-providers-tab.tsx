import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type AiProvider, aiProvidersApi } from "#contract/ai-providers.ts";
import { SecretField } from "#web/components/schema-form/secret-field.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import type { SchemaValues } from "#web/lib/json-schema.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AutoRepliesCard } from "./auto-replies-card.tsx";
import { ConnectionBadge, ConnectionFormButtons, useConnectionTest } from "./connection-controls.tsx";
import { ModelField } from "./model-field.tsx";
import { ProviderLimits, readLimits, toLimitValues } from "./provider-limits.tsx";
import { ServerAddressFields, ServerModelField, ServerPriceFields } from "./server-fields.tsx";
import { readAddress, readPrices, toServerValues } from "./server-values.ts";

const trimmedText = (value: SchemaValues[string] | undefined): string =>
  typeof value === "string" ? value.trim() : "";

/** The key is never sent to the browser, so its field starts empty. */
const toFormValues = (provider: AiProvider): SchemaValues => ({
  apiKey: "",
  model: provider.model ?? "",
  ...toLimitValues(provider),
  ...(provider.server ? toServerValues(provider.server) : {}),
});

const AiProviderForm = ({ provider }: { provider: AiProvider }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("ai", "manage");
  const { id, name, apiKey, server } = provider;
  const update = useApiMutation(aiProvidersApi.update);
  const { test, testing } = useConnectionTest("ai-provider", name);
  const form = useStoredForm<SchemaValues>(useMemo(() => toFormValues(provider), [provider]));

  /** An empty key keeps the stored one; null removes it. */
  const enteredValues = () => {
    const values = form.getValues();
    const key = values.apiKey === null ? null : trimmedText(values.apiKey) || undefined;
    const chosenModel = trimmedText(values.model);
    return { ...(key === undefined ? {} : { apiKey: key }), ...(chosenModel ? { model: chosenModel } : {}) };
  };

  const submit = form.handleSubmit(async () => {
    try {
      const values = form.getValues();
      const body = {
        ...enteredValues(),
        ...readLimits(values),
        ...(server ? { ...readAddress(values), ...readPrices(values) } : {}),
      };
      form.reset(toFormValues(await update.mutateAsync({ params: { id }, body })));
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
          {server && <ServerAddressFields form={form} />}
          <SecretField
            fieldProps={{
              label: t("settings.ai.apiKey"),
              required: false,
              error: undefined,
              hint: server ? t("settings.ai.serverKeyHint") : undefined,
            }}
            name="apiKey"
            form={form}
            rules={{}}
            stored={apiKey}
          />
          {server ? (
            <ServerModelField form={form} server={server} />
          ) : (
            <ModelField
              models={provider.models}
              value={trimmedText(form.watch("model"))}
              onChange={(next) => form.setValue("model", next, { shouldDirty: true })}
            />
          )}
          {server && <ServerPriceFields form={form} />}
          <ProviderLimits form={form} provider={provider} disabled={!isAdmin} />
        </fieldset>
        {isAdmin ? (
          <ConnectionFormButtons
            service={name}
            dirty={form.formState.isDirty}
            saving={update.isPending}
            testing={testing}
            onTest={() =>
              void test({
                providerId: id,
                name,
                ...enteredValues(),
                ...(server ? readAddress(form.getValues()) : {}),
              })
            }
          />
        ) : (
          <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
        )}
      </form>
    </Card>
  );
};

export const AiProvidersTab = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(aiProvidersApi.list));
  if (!data && error) {
    return (
      <ErrorCard title={t("brain.loadFailed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Bot}
          title={t("settings.empty.ai-providers.title")}
          text={t("settings.empty.ai-providers.text")}
        />
      </Card>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid min-w-0 gap-4 lg:grid-cols-2" aria-busy={!data}>
        {data
          ? data.map((provider) => <AiProviderForm key={provider.id} provider={provider} />)
          : ["first", "second", "third", "fourth"].map((key) => (
              <Skeleton key={key} className="h-88 rounded-card" />
            ))}
      </div>
      <AutoRepliesCard />
    </div>
  );
};

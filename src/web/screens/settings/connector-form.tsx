import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrationsApi, type MaskedConnection } from "#contract/integrations.ts";
import { SchemaForm } from "#web/components/schema-form/schema-form.tsx";
import { SyncSheet } from "#web/components/sync/sync-sheet.tsx";
import { useSignInResult } from "#web/components/sync/use-sign-in-result.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import type { FieldOptions, FieldValue } from "#web/lib/json-schema.ts";
import { useHasRole } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConnectionBadge, ConnectionFormButtons, useConnectionTest } from "./connection-controls.tsx";

type ConnectorFormProps = {
  connector: ConnectorCard;
  connection: MaskedConnection | undefined;
  /** The API Keys and Maps tabs save through another endpoint and show other messages. */
  kind?: "integration" | "configuration";
  offered?: Record<string, FieldOptions>;
  /** Spans the whole row with its fields side by side. */
  wide?: boolean;
};

const noSettings: MaskedConnection["settings"] = {};

const messageKeys = {
  integration: { saved: "integrations.saved", failed: "integrations.failed" },
  configuration: { saved: "settings.configurationSaved", failed: "settings.configurationFailed" },
} as const;

export const ConnectorForm = ({
  connector,
  connection,
  kind = "integration",
  offered = {},
  wide = false,
}: ConnectorFormProps) => {
  const { t } = useTranslation();
  const isAdmin = useHasRole("admin");
  const { mutateAsync } = useApiMutation(
    kind === "integration" ? integrationsApi.save : integrationsApi.saveApiKey,
  );
  const { id, label } = connector;
  const { test, testing } = useConnectionTest(id, label);
  const isReturned = useSignInResult(id, label);
  const [openSheet, setOpenSheet] = useState<"overview" | "connection" | undefined>(
    isReturned ? "connection" : undefined,
  );

  const submit = async (body: Record<string, FieldValue>) => {
    try {
      await mutateAsync({ params: { service: id }, body });
      toast({
        title: t("success.title"),
        description: t(messageKeys[kind].saved, { label, service: label }),
      });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t(messageKeys[kind].failed, { label, service: label }),
        detail: serverMessage(error),
        variant: "destructive",
      });
      throw error;
    }
  };

  const form = (
    <SchemaForm
      schema={connector.form}
      values={connection?.settings ?? noSettings}
      onSubmit={submit}
      disabled={!isAdmin}
      options={offered}
      wide={wide}
      actions={({ busy, dirty, entered }) =>
        isAdmin ? (
          <ConnectionFormButtons
            service={label}
            dirty={dirty}
            saving={busy}
            testing={testing}
            onTest={() => void test(entered())}
          />
        ) : (
          <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
        )
      }
    />
  );
  return (
    <Card
      className={cn("flex flex-col", wide && "lg:col-span-full")}
      title={label}
      aside={<ConnectionBadge mode={connection?.mode} />}
    >
      {form}
      {connector.hasSync && (
        <Button
          className="mt-3 justify-self-start"
          onClick={() => setOpenSheet("overview")}
          aria-label={`${t("sync.open")}: ${label}`}
        >
          <ArrowLeftRight aria-hidden="true" />
          {t("sync.open")}
        </Button>
      )}
      {openSheet && (
        <SyncSheet
          service={id}
          label={label}
          connection={form}
          startsAt={openSheet}
          onClose={() => setOpenSheet(undefined)}
        />
      )}
    </Card>
  );
};

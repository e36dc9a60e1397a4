import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ConnectorCard, integrationsApi, type MaskedConnection } from "#contract/integrations.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { SchemaForm } from "#web/components/schema-form/schema-form.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import type { FieldOptions, FieldValue } from "#web/lib/json-schema.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { ConnectionBadge, ConnectionFormButtons, useConnectionTest } from "./connection-controls.tsx";
import { EmailCarrierNote } from "./email-carrier-note.tsx";

export type ConnectionKind = keyof typeof messageKeys;

type ConnectionFormProps = {
  connector: ConnectorCard;
  connection: MaskedConnection | undefined;
  /** Messaging and map accounts are saved through another endpoint and show other messages. */
  kind: ConnectionKind;
  offered?: Record<string, FieldOptions>;
  wide?: boolean;
};

const noSettings: MaskedConnection["settings"] = {};

const messageKeys = {
  integration: { saved: "integrations.saved", failed: "integrations.failed" },
  configuration: { saved: "settings.configurationSaved", failed: "settings.configurationFailed" },
} as const;

/** The settings of a connection, with save and test. */
export const ConnectionForm = ({
  connector,
  connection,
  kind,
  offered = {},
  wide = false,
}: ConnectionFormProps) => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  const { mutateAsync } = useApiMutation(
    kind === "integration" ? integrationsApi.save : integrationsApi.saveApiKey,
  );
  const { id, label } = connector;
  const { test, testing } = useConnectionTest(id, label);

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

  return (
    <div className="grid gap-4">
      <EmailCarrierNote service={id} />
      <SchemaForm
        schema={connector.form}
        values={connection?.settings ?? noSettings}
        onSubmit={submit}
        disabled={!isAdmin}
        options={offered}
        requiredWithSecret={status?.sandbox === true}
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
    </div>
  );
};

/** A messaging or map account as a card; `wide` spans the whole row with the fields side by side. */
export const AccountCard = (props: Omit<ConnectionFormProps, "kind">) => (
  <Card
    className={cn("flex flex-col", props.wide && "lg:col-span-full")}
    title={props.connector.label}
    aside={<ConnectionBadge mode={props.connection?.mode} />}
  >
    <ConnectionForm {...props} kind="configuration" />
  </Card>
);

import { useTranslation } from "react-i18next";
import { type Connection, type ConnectorCard, integrations } from "#contract/integrations.ts";
import { serverMessage, useCall } from "../../lib/api.ts";
import type { FieldValue } from "../../lib/json-schema.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SchemaForm } from "../../ui/schema-form.tsx";

type ConnectorFormProps = { connector: ConnectorCard; connection: Connection | undefined };

const noSettings: Connection["settings"] = {};

export const ConnectorForm = ({ connector, connection }: ConnectorFormProps) => {
  const { t } = useTranslation();
  const isAdmin = useMay("admin");
  const save = useCall(integrations.save);
  const { label } = connector;

  const submit = async (body: Record<string, FieldValue>) => {
    try {
      await save.mutateAsync({ params: { service: connector.id }, body });
      toast({ title: t("success.title"), description: t("integrations.saved", { label }) });
    } catch (error) {
      const failed = t("integrations.failed", { label });
      const message = serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
      throw error;
    }
  };

  return (
    <Card
      title={label}
      aside={
        connection ? (
          <Badge tone={connection.mode === "live" ? "ok" : "warn"}>
            {t(`integrations.mode.${connection.mode}`)}
          </Badge>
        ) : (
          <Badge>{t("integrations.mode.none")}</Badge>
        )
      }
    >
      <SchemaForm
        schema={connector.form}
        values={connection?.settings ?? noSettings}
        onSubmit={submit}
        disabled={!isAdmin}
        actions={({ busy }) =>
          isAdmin ? (
            <div className="flex justify-end">
              <Button
                type="submit"
                disabled={busy}
                {...(busy ? {} : { "aria-label": t("integrations.saveNamed", { label }) })}
              >
                {busy ? t("action.saving") : t("action.save")}
              </Button>
            </div>
          ) : (
            <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
          )
        }
      />
    </Card>
  );
};

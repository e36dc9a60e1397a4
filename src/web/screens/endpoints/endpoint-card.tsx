import { Copy, FlaskConical, Settings2, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { endpoints, type IngestionEndpoint } from "#contract/endpoints.ts";
import { serverMessage, useCall } from "../../lib/api.ts";
import { useFormat } from "../../lib/format.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

const tones = { active: "ok", inactive: "quiet", error: "bad" } as const;

type EndpointCardProps = { endpoint: IngestionEndpoint; onConfigure: () => void; onDuplicate: () => void };

export const EndpointCard = ({ endpoint, onConfigure, onDuplicate }: EndpointCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("operator");
  const [deleting, setDeleting] = useState(false);
  const remove = useCall(endpoints.remove);
  const test = useCall(endpoints.test);
  const params = { id: endpoint.id };

  const report = async (work: Promise<unknown>, done: string, failed: string) => {
    try {
      await work;
      toast({ title: t("success.title"), description: done });
    } catch (error) {
      const message = serverMessage(error);
      toast({
        title: t("error.title"),
        description: message ? `${failed}. ${message}` : failed,
        variant: "destructive",
      });
    }
  };

  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0">
          <h2 className="truncate font-[620] text-base tracking-tight">{endpoint.name}</h2>
          <p className="line-clamp-2 min-h-5 text-sm text-soft">{endpoint.description}</p>
        </div>
        <Badge tone={tones[endpoint.status]} className="ml-auto">
          {t(`endpoints.statuses.${endpoint.status}`)}
        </Badge>
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        <Fact name={t("endpoints.type")} value={t(`endpoints.types.${endpoint.type}`)} />
        <Fact name={t("endpoints.eventsToday")} value={format.number(endpoint.eventsToday)} />
        <Fact
          name={t("endpoints.pii")}
          value={
            endpoint.piiToday === 0
              ? t("endpoints.piiNone")
              : t("endpoints.piiSome", { count: endpoint.piiToday })
          }
        />
      </dl>
      {endpoint.lastError && (
        <p className="rounded-md bg-bad-tint px-2 py-1 text-bad text-xs">
          {t("endpoints.lastError")}: {endpoint.lastError}
        </p>
      )}
      <div className="mt-auto flex items-center gap-1 border-line border-t pt-3">
        <Button size="sm" onClick={onConfigure} aria-label={`${t("endpoints.configure")}: ${endpoint.name}`}>
          <Settings2 aria-hidden="true" />
          {t("endpoints.configure")}
        </Button>
        {mayChange && (
          <span className="ml-auto flex">
            {endpoint.webhookUrl && (
              <IconAction
                label={t("endpoints.test")}
                name={endpoint.name}
                onClick={() =>
                  report(test.mutateAsync({ params }), t("endpoints.tested"), t("endpoints.testFailed"))
                }
              >
                <FlaskConical aria-hidden="true" />
              </IconAction>
            )}
            <IconAction label={t("endpoints.duplicate")} name={endpoint.name} onClick={onDuplicate}>
              <Copy aria-hidden="true" />
            </IconAction>
            <IconAction label={t("endpoints.remove")} name={endpoint.name} onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden="true" />
            </IconAction>
          </span>
        )}
      </div>
      {deleting && (
        <ConfirmDialog
          title={t("endpoints.confirmDelete")}
          text={t("endpoints.confirmText", { name: endpoint.name })}
          confirm={t("endpoints.confirmType")}
          busy={remove.isPending}
          onCancel={() => setDeleting(false)}
          onConfirm={() =>
            report(remove.mutateAsync({ params }), t("endpoints.deleted"), t("endpoints.deleteFailed"))
          }
        />
      )}
    </Card>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-faint text-xs">{name}</dt>
    <dd className="truncate font-[560] tabular-nums">{value}</dd>
  </div>
);

type IconActionProps = { label: string; name: string; onClick: () => void; children: React.ReactNode };

const IconAction = ({ label, name, onClick, children }: IconActionProps) => (
  <Tooltip text={label}>
    <Button variant="ghost" size="icon" className="size-8" aria-label={`${label}: ${name}`} onClick={onClick}>
      {children}
    </Button>
  </Tooltip>
);

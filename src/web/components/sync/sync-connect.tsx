import { LogIn } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type SyncView, syncsApi } from "#contract/syncs.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";

const tones = { none: "quiet", connected: "ok", revoked: "bad" } as const;

/** The sign-in at the vendor, for vendors that offer one. */
export const SyncConnect = ({ sync }: { sync: SyncView }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("integrations", "manage");
  const connect = useApiMutation(syncsApi.connect);
  const disconnect = useApiMutation(syncsApi.disconnect);
  const { service, label, oauth } = sync;
  if (!oauth) return null;

  const complain = (error: unknown) =>
    toast({
      title: t("error.title"),
      description: t("sync.connect.failed", { label }),
      detail: serverMessage(error),
      variant: "destructive",
    });
  const open = async () => {
    try {
      const { url } = await connect.mutateAsync({ params: { service } });
      window.location.assign(url);
    } catch (error) {
      complain(error);
    }
  };
  const end = async () => {
    try {
      await disconnect.mutateAsync({ params: { service } });
      toast({ title: t("success.title"), description: t("sync.connect.ended", { label }) });
    } catch (error) {
      complain(error);
    }
  };
  return (
    <section className="grid gap-3 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-[600] text-sm">{t("sync.connect.title", { label })}</h3>
        <Badge tone={tones[oauth.state]}>{t(`sync.connect.state.${oauth.state}`)}</Badge>
      </div>
      <p className="text-sm text-soft">
        {oauth.state === "connected" && oauth.connectedAt
          ? t("sync.connect.since", { time: format.dateTime(oauth.connectedAt) })
          : t(oauth.hasClient ? `sync.connect.about.${oauth.state}` : "sync.connect.needsClient", { label })}
      </p>
      <Field label={t("sync.connect.redirect")} hint={t("sync.connect.redirectText", { label })}>
        <CopyField value={oauth.redirectUrl} />
      </Field>
      {isAdmin && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant={oauth.state === "connected" ? "secondary" : "primary"}
            disabled={!oauth.hasClient || connect.isPending}
            onClick={() => void open()}
          >
            <LogIn aria-hidden="true" />
            {t(oauth.state === "connected" ? "sync.connect.again" : "sync.connect.open")}
          </Button>
          {oauth.state !== "none" && (
            <Button variant="ghost" disabled={disconnect.isPending} onClick={() => void end()}>
              {t("sync.connect.end")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
};

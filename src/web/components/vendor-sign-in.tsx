import { LogIn } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { VendorSignInState } from "#contract/syncs.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";

const tones = { none: "quiet", connected: "ok", revoked: "bad" } as const;

type VendorSignInProps = {
  label: string;
  oauth: VendorSignInState;
  /** Returns the vendor's page, which the browser opens. */
  connect: () => Promise<{ url: string }>;
  disconnect: () => Promise<unknown>;
  isBusy: boolean;
};

/** The sign-in at a vendor that grants access by one. */
export const VendorSignIn = ({ label, oauth, connect, disconnect, isBusy }: VendorSignInProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("integrations", "manage");

  const complain = (error: unknown) =>
    toast({
      title: t("error.title"),
      description: t("sync.connect.failed", { label }),
      detail: serverMessage(error),
      variant: "destructive",
    });
  const open = async () => {
    try {
      window.location.assign((await connect()).url);
    } catch (error) {
      complain(error);
    }
  };
  const end = async () => {
    try {
      await disconnect();
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
            disabled={!oauth.hasClient || isBusy}
            onClick={() => void open()}
          >
            <LogIn aria-hidden="true" />
            {t(oauth.state === "connected" ? "sync.connect.again" : "sync.connect.open")}
          </Button>
          {oauth.state !== "none" && (
            <Button variant="ghost" disabled={isBusy} onClick={() => void end()}>
              {t("sync.connect.end")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
};

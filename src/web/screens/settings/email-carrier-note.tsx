import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import { integrationsApi } from "#contract/integrations.ts";
import { apiQuery } from "#web/lib/api.ts";

const labels: Readonly<Record<string, string>> = { smtp: "SMTP", sendgrid: "SendGrid" };

/** Which account sends e-mail at present, in the settings of the two that can. */
export const EmailCarrierNote = ({ service }: { service: string }) => {
  const { t } = useTranslation();
  const isCarrier = service in labels;
  const { data } = useQuery({ ...apiQuery(integrationsApi.activity), enabled: isCarrier });
  if (!isCarrier || !data) return null;
  const carrier = data.find(({ sends }) => sends.includes("email"));
  const isSimulated = data.find((one) => one.service === service)?.state === "sandbox";
  const advice =
    isSimulated && carrier?.state === "live"
      ? t("integrations.carrier.needsAccount")
      : t(service === "sendgrid" ? "integrations.carrier.toSendgrid" : "integrations.carrier.toSmtp");
  const text =
    carrier === undefined
      ? t("integrations.carrier.none")
      : carrier.service === service
        ? t("integrations.carrier.own")
        : `${t("integrations.carrier.other", { label: labels[carrier.service] ?? carrier.service })} ${advice}`;
  return (
    <p className="flex items-start gap-2 rounded-md bg-hover px-3 py-2 text-soft text-sm">
      <Mail aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
};

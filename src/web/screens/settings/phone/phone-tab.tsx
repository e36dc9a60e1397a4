import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { phoneApi } from "#contract/phone.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AgentCard } from "./agent-card.tsx";
import { CallbackCard } from "./callback-card.tsx";
import { InboundCard } from "./inbound-card.tsx";
import { SipCard } from "./sip-card.tsx";
import { TransferCard } from "./transfer-card.tsx";

export const PhoneTab = () => {
  const { t } = useTranslation();
  const readOnly = !useMay("voice", "manage");
  const { data, error, refetch } = useQuery(apiQuery(phoneApi.settings));
  return (
    <div className="grid gap-4">
      <CallbackCard />
      {data ? (
        <>
          <InboundCard settings={data} readOnly={readOnly} />
          <TransferCard settings={data} readOnly={readOnly} />
          <SipCard readOnly={readOnly} />
          <AgentCard settings={data} readOnly={readOnly} />
        </>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4" aria-busy="true">
          <Skeleton className="h-52 rounded-card" />
          <Skeleton className="h-52 rounded-card" />
        </div>
      )}
    </div>
  );
};

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type EventDeliveryDetail, type EventSubscription, webhooksApi } from "#contract/webhooks.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnswerView } from "./answer-view.tsx";
import { deliveryTones } from "./delivery-tones.ts";
import { eventTextKey } from "./event-texts.ts";

const refreshMs = 3000;

const Content = ({ delivery }: { delivery: EventDeliveryDetail }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, isTest, personId, personName, eventId, nextAttemptAt, answers, request, createdAt } =
    delivery;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone={deliveryTones[state]}>{t(`webhooks.delivery.${state}`)}</Badge>
        {isTest && <Badge>{t("webhooks.isTest")}</Badge>}
        {personId && personName && (
          <Link href={`/people/${personId}`} className="text-sea hover:underline">
            {personName}
          </Link>
        )}
        <time dateTime={createdAt} className="text-soft">
          {format.dateTime(createdAt)}
        </time>
        {nextAttemptAt && (
          <span className="text-soft">{t("webhooks.next", { date: format.dateTime(nextAttemptAt) })}</span>
        )}
      </p>
      {state === "behind" && <p className="text-sm text-soft">{t("webhooks.behindText")}</p>}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h3 className="font-[600] text-sm">{t("webhooks.answers")}</h3>
        {answers.length === 0 && <p className="text-sm text-soft">{t("webhooks.noAnswers")}</p>}
        {answers.toReversed().map((answer) => (
          <AnswerView key={answer.at} answer={answer} />
        ))}
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-[600] text-sm">{t("webhooks.request")}</h3>
        <p className="wrap-anywhere text-faint text-xs">
          <code>webhook-id: {eventId}</code>
        </p>
        <CodeBlock code={JSON.stringify(JSON.parse(request), null, 2)} label={t("webhooks.copyRequest")} />
      </section>
    </div>
  );
};

type DeliveryViewProps = {
  subscription: EventSubscription;
  eventId: string;
  onBack: () => void;
  onClose: () => void;
};

/** One delivery: what was sent, what came back, and sending it again. */
export const DeliveryView = ({ subscription, eventId, onBack, onClose }: DeliveryViewProps) => {
  const { t } = useTranslation();
  const params = { id: subscription.id, eventId };
  const { data, error, refetch } = useQuery({
    ...apiQuery(webhooksApi.delivery, { params }),
    refetchInterval: refreshMs,
  });
  const resend = useApiMutation(webhooksApi.resend);
  const mayResend =
    useMay("integrations", "work") && data && data.state !== "queued" && data.state !== "behind";

  const sendAgain = async () => {
    try {
      await resend.mutateAsync({ params });
      toast({ title: t("success.title"), description: t("webhooks.resent") });
    } catch (problem) {
      toast({
        title: t("webhooks.resendFailed"),
        description: serverMessage(problem),
        variant: "destructive",
      });
    }
  };

  return (
    <SideSheet
      title={data ? t(eventTextKey(data.type)) : t("webhooks.log")}
      caption={subscription.name}
      onClose={onClose}
      footer={
        <>
          <Button className="mr-auto" onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            {t("webhooks.back")}
          </Button>
          {mayResend && (
            <Button variant="primary" disabled={resend.isPending} onClick={() => void sendAgain()}>
              {t("webhooks.resend")}
            </Button>
          )}
        </>
      }
    >
      {data && <Content delivery={data} />}
      {error && !data && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-32" />
        </div>
      )}
    </SideSheet>
  );
};

import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { consentsApi, type optOutReview } from "#contract/consents.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PersonLink } from "./person-link.tsx";

type Review = z.infer<typeof optOutReview>;

const ReviewRow = ({ review }: { review: Review }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const mayResolve = useMay("compliance", "work");
  const resolve = useApiMutation(consentsApi.resolveReview);
  const [confirming, setConfirming] = useState(false);

  const resolveAs = async (outcome: "opted_out" | "continue") => {
    try {
      await resolve.mutateAsync({ params: { id: review.id }, body: { outcome } });
      toast({ title: t("success.title"), description: t(`compliance.reviews.done.${outcome}`) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("compliance.reviews.failed"),
        variant: "destructive",
      });
    }
    setConfirming(false);
  };

  return (
    <li className="grid gap-2 py-3.5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <PersonLink id={review.personId} name={review.personName} />
        <Badge>{translateValue("reasons.channel", review.channel)}</Badge>
        <Badge>{t(`compliance.reviews.subjects.${review.subject}`)}</Badge>
        <time dateTime={review.createdAt} className="ml-auto text-faint text-xs">
          {format.dateTime(review.createdAt)}
        </time>
      </div>
      <blockquote className="whitespace-pre-line break-words rounded-2xl rounded-bl-md bg-hover px-3.5 py-2.5 text-sm">
        {review.words}
      </blockquote>
      {review.subject === "opt_in" && (
        <p className="text-faint text-xs">{t("compliance.reviews.optInHint")}</p>
      )}
      {mayResolve && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={resolve.isPending} onClick={() => setConfirming(true)}>
            {t("compliance.reviews.optOut")}
          </Button>
          <Button size="sm" disabled={resolve.isPending} onClick={() => void resolveAs("continue")}>
            {t("compliance.reviews.continue")}
          </Button>
        </div>
      )}
      {confirming && (
        <ConfirmDialog
          title={t("compliance.reviews.ask")}
          text={t("compliance.reviews.askText")}
          confirm={t("compliance.reviews.optOut")}
          busy={resolve.isPending}
          onCancel={() => setConfirming(false)}
          onConfirm={() => void resolveAs("opted_out")}
        />
      )}
    </li>
  );
};

/** Replies that may be opt-outs. Sending to these people is blocked until a review is resolved. */
export const ReviewsCard = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(consentsApi.reviews));
  return (
    <Card title={t("compliance.reviews.title")} caption={t("compliance.reviews.caption")}>
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : data.length === 0 ? (
        <EmptyState
          icon={MessageCircleQuestion}
          title={t("compliance.reviews.empty")}
          text={t("compliance.reviews.emptyText")}
        />
      ) : (
        <ol className="divide-y divide-line">
          {data.map((review) => (
            <ReviewRow key={review.id} review={review} />
          ))}
        </ol>
      )}
    </Card>
  );
};

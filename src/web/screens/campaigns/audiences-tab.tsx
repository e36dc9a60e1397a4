import { useQuery } from "@tanstack/react-query";
import { Megaphone, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type View, viewsApi } from "#contract/audiences.ts";
import { AudienceCount } from "#web/components/audience/audience-count.tsx";
import { audienceSentence } from "#web/components/audience/audience-sentence.ts";
import { useAudienceFields } from "#web/components/audience/use-audience.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { newBroadcastTo } from "./broadcast-path.ts";

const SegmentRow = ({ segment }: { segment: View }) => {
  const { t } = useTranslation();
  const wording = useWording();
  const { fields } = useAudienceFields();
  const mayWrite = useMay("rules", "work");
  const { id, name, audience, isReadable } = segment;
  const sentence = fields && !("everybody" in audience) ? audienceSentence(audience, fields, wording) : "";
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0">
        <Link href={`/people?view=${id}`} className="font-[560] wrap-anywhere hover:text-sea hover:underline">
          {name}
        </Link>
        <p className="text-soft text-xs wrap-anywhere">
          {isReadable ? sentence : t("campaigns.audiences.unreadable")}
        </p>
      </div>
      <AudienceCount audience={audience} />
      {mayWrite && isReadable && (
        <Button asChild size="sm" className="justify-self-start max-sm:h-9">
          <Link href={newBroadcastTo(id)}>
            <Megaphone aria-hidden="true" />
            <span className="sr-only">{t("campaigns.audiences.writeTo", { name })}</span>
            <span aria-hidden="true">{t("campaigns.audiences.write")}</span>
          </Link>
        </Button>
      )}
    </li>
  );
};

/** The segments of the workspace: who is in each, how many, and a broadcast to them. */
export const AudiencesTab = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(viewsApi.list));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton aria-busy="true" className="h-52 rounded-card" />;
  const segments = data.views.filter(({ kind }) => kind === "segment");
  if (segments.length === 0)
    return (
      <Card>
        <EmptyState
          icon={UsersRound}
          title={t("campaigns.audiences.empty.title")}
          text={t("campaigns.audiences.empty.text")}
          action={
            <Button asChild>
              <Link href="/people">{t("campaigns.audiences.toPeople")}</Link>
            </Button>
          }
        />
      </Card>
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{t("campaigns.audiences.text")}</p>
      <Card className="p-0">
        <ul aria-label={t("campaigns.tab.audiences")} className="divide-y divide-line">
          {segments.map((segment) => (
            <SegmentRow key={segment.id} segment={segment} />
          ))}
        </ul>
      </Card>
    </div>
  );
};

import { useQuery } from "@tanstack/react-query";
import { ArrowDownLeft, ArrowUpRight, FileText, PhoneCall, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { inboxApi } from "#contract/inbox.ts";
import { personPageApi } from "#contract/person-page.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { SegmentWhy } from "#web/components/audience/segment-why.tsx";
import { DeliveryStatusBadge } from "#web/components/delivery/delivery-status-badge.tsx";
import { outcomeTones } from "#web/components/delivery/outcome-tones.ts";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { fileSizeText } from "#web/components/thread/file-size.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useCallSummary } from "#web/lib/use-call-summary.ts";
import { useWorded } from "#web/lib/worded.ts";
import { RuleExplanation } from "#web/screens/people/person/rule-explanation.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type RecordListProps<T> = {
  query: { data: T[] | undefined; error: Error | null; refetch: () => unknown };
  empty: ReactNode;
  children: (row: T) => ReactNode;
};

/** Rows of a tab, with its states. */
const RecordList = <T extends { id: string }>({ query, empty, children }: RecordListProps<T>) => {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Card>
        <div aria-busy="true" className="grid gap-3">
          {["a", "b", "c"].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      </Card>
    );
  if (data.length === 0) return <Card>{empty}</Card>;
  return (
    <Card className="py-1">
      <ul className="divide-y divide-line">
        {data.map((row) => (
          <li key={row.id} className="py-3 text-sm">
            {children(row)}
          </li>
        ))}
      </ul>
    </Card>
  );
};

const At = ({ at }: { at: string }) => {
  const format = useFormat();
  return (
    <time dateTime={at} className="ml-auto shrink-0 text-faint text-xs">
      {format.dateTime(at)}
    </time>
  );
};

export const CallsTab = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const summaryText = useCallSummary();
  const worded = useWorded();
  const { data, error, refetch } = useQuery(apiQuery(personPageApi.calls, { params: { id: personId } }));
  return (
    <RecordList
      query={{ data: data?.calls, error, refetch }}
      empty={<EmptyState icon={PhoneCall} title={t("personPage.calls.none")} className="py-8" />}
    >
      {({ id, type, status, outcome, durationSeconds, summary, script, at, hasRecording }) => (
        <>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link href={`/voice/calls/${id}`} className="font-[560] text-sea hover:underline">
              {worded("voice.callType", type)}
              {durationSeconds !== null && `, ${formatCallDuration(durationSeconds)}`}
            </Link>
            {outcome ? (
              <Badge tone={outcomeTones[outcome] ?? "quiet"}>{worded("voice.outcome", outcome)}</Badge>
            ) : (
              <Badge>{worded("callPage.status", status)}</Badge>
            )}
            {hasRecording && <span className="text-faint text-xs">{t("personPage.calls.recorded")}</span>}
            {script && <span className="truncate text-faint text-xs">{script}</span>}
            <At at={at} />
          </p>
          {summary && <p className="mt-0.5 break-words text-soft">{summaryText(summary)}</p>}
        </>
      )}
    </RecordList>
  );
};

export const RulesTab = ({ person }: { person: SelectedPerson }) => {
  const { id: personId } = person;
  const { t } = useTranslation();
  const worded = useWorded();
  const { data, error, refetch } = useQuery(apiQuery(personPageApi.ruleRuns, { params: { id: personId } }));
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_336px]">
      <RecordList
        query={{ data: data?.runs, error, refetch }}
        empty={<EmptyState icon={Zap} title={t("personPage.rules.none")} className="py-8" />}
      >
        {({ ruleId, ruleName, version, fired, why, createdAt, actions }) => (
          <div className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {ruleId ? (
                <Link
                  href={`/rules?open=edit&rule=${ruleId}`}
                  className="font-[560] text-sea hover:underline"
                >
                  {ruleName}
                </Link>
              ) : (
                <span className="font-[560]">{t("personPage.rules.deleted")}</span>
              )}
              <span className="text-faint text-xs">{t("personPage.rules.version", { version })}</span>
              <Badge tone={fired ? "ok" : "quiet"}>
                {t(fired ? "people.why.fired" : "people.why.notFired")}
              </Badge>
              <At at={createdAt} />
            </p>
            <ReasonList reasons={why} className="text-soft" />
            {actions.map((action) => (
              <p key={action.id} className="flex items-center gap-2 border-line border-l-2 pl-3">
                {worded("reasons.channel", action.channel)}
                <DeliveryStatusBadge status={action.status} />
              </p>
            ))}
          </div>
        )}
      </RecordList>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Card title={t("personPage.rules.why")}>
          <RuleExplanation personId={personId} />
        </Card>
        <Card title={t("personPage.rules.whySegment")}>
          <SegmentWhy person={person} />
        </Card>
      </div>
    </div>
  );
};

export const FilesTab = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(personPageApi.files, { params: { id: personId } }));
  return (
    <RecordList
      query={{ data: data?.files, error, refetch }}
      empty={<EmptyState icon={FileText} title={t("personPage.files.none")} className="py-8" />}
    >
      {({ id, filename, contentType, size, direction, at }) => {
        const Icon = direction === "in" ? ArrowDownLeft : ArrowUpRight;
        return (
          <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <a
              href={inboxApi.getFile.path.replace("{id}", id)}
              download={filename}
              className="min-w-0 truncate font-[540] text-sea hover:underline"
            >
              {filename}
            </a>
            <span className="text-faint text-xs">
              {t(`personPage.files.${direction}`)} · {fileSizeText(size, format.number)} · {contentType}
            </span>
            <At at={at} />
          </p>
        );
      }}
    </RecordList>
  );
};

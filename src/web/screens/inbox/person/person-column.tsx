import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Maximize2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { inboxApi } from "#contract/inbox.ts";
import { type PersonDetail, peopleApi } from "#contract/people.ts";
import type { PersonAddress } from "#contract/threads.ts";
import { shownAddress } from "#domain/people/shown-address.ts";
import { TaskList } from "#web/components/tasks/task-list.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useWorded } from "#web/lib/worded.ts";
import { useThreadName } from "#web/screens/inbox/thread-name.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ConsentList } from "./consent-list.tsx";
import { NextStep } from "./next-step.tsx";
import { ScoreList } from "./score-list.tsx";

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode };

const Section = ({ title, aside, children }: SectionProps) => (
  <section aria-label={title} className="border-line border-b px-4 py-3.5 last:border-b-0">
    <h3 className="mb-2 flex items-center justify-between gap-2 font-[560] text-faint text-xs">
      {title}
      {aside}
    </h3>
    {children}
  </section>
);

const AddressRow = ({ address }: { address: PersonAddress }) => {
  const { t } = useTranslation();
  const { kind, value, isPrimary, state, label, isOptedOut } = address;
  return (
    <>
      <dt className="text-soft">{t(`inbox.person.${kind}`)}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <span title={kind === "x" ? undefined : value} className="min-w-0 truncate tabular-nums">
          {shownAddress(address)}
        </span>
        {label && kind !== "x" && <span className="text-faint text-xs">{label}</span>}
        {!isPrimary && kind !== "x" && <Badge>{t("inbox.person.further")}</Badge>}
        {state !== "active" && <Badge tone="warn">{t(`inbox.person.address.${state}`)}</Badge>}
        {isOptedOut && <Badge tone="bad">{t("inbox.row.optedOut")}</Badge>}
      </dd>
    </>
  );
};

const PersonFacts = ({
  person,
  addresses,
}: {
  person: PersonDetail | undefined;
  addresses: readonly PersonAddress[];
}) => {
  const { t } = useTranslation();
  const worded = useWorded();
  return (
    <dl className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-[12.5px] leading-[18px]">
      {addresses.map((address) => (
        <AddressRow key={address.id} address={address} />
      ))}
      {person?.language && (
        <>
          <dt className="text-soft">{t("language.label")}</dt>
          <dd>{t(`language.${person.language}`)}</dd>
        </>
      )}
      {person && person.sources.length > 0 && (
        <>
          <dt className="text-soft">{t("inbox.person.source")}</dt>
          <dd className="truncate">
            {person.sources.map((source) => worded("people.source", source)).join(", ")}
          </dd>
        </>
      )}
      {person && person.tags.length > 0 && (
        <>
          <dt className="text-soft">{t("inbox.person.tags")}</dt>
          <dd className="flex flex-wrap gap-1">
            {person.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
};

/** Who the person is, how warm, what to do next, and what they agreed to. */
export const PersonColumn = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const threadName = useThreadName();
  const { data: detail } = useQuery(apiQuery(inboxApi.get, { params: { id: personId } }));
  const { data: person } = useQuery(apiQuery(peopleApi.get, { params: { id: personId } }));
  if (!detail)
    return (
      <div aria-busy="true" className="grid gap-3 p-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
      </div>
    );
  const name = threadName(detail.thread);
  const place = [person && t(`people.type.${person.type}`), person?.town, person?.region]
    .filter(Boolean)
    .join(", ");
  const pageLink = `/people/${personId}`;
  return (
    <>
      <div className="border-line border-b px-4 py-3.5">
        <div className="mb-3 flex items-center gap-2.5">
          <Avatar name={name} className="size-10" />
          <div className="min-w-0 flex-1">
            <p title={name} className="truncate font-[620] tracking-tight">
              {name}
            </p>
            <p className="truncate text-soft text-xs">{place}</p>
          </div>
          <Button asChild size="icon" className="size-9 sm:size-7">
            <Link href={pageLink} aria-label={t("inbox.person.open", { name })}>
              <Maximize2 aria-hidden="true" />
            </Link>
          </Button>
        </div>
        <PersonFacts person={person} addresses={detail.addresses} />
      </div>
      <Section title={t("inbox.person.scores")}>
        <ScoreList personId={personId} />
      </Section>
      <Section title={t("people.profile.nextBestAction")}>
        <NextStep personId={personId} />
      </Section>
      <Section
        title={t("inbox.person.tasks")}
        aside={<Kbd className="max-sm:hidden pointer-coarse:hidden">T</Kbd>}
      >
        <TaskList personId={personId} tasks={detail.tasks} />
      </Section>
      <Section
        title={t("inbox.person.consents")}
        aside={
          <Link href={pageLink} className="flex items-center gap-0.5 font-normal hover:text-ink">
            {t("inbox.person.proofs")}
            <ChevronRight aria-hidden="true" className="size-3" />
          </Link>
        }
      >
        <ConsentList personId={personId} />
      </Section>
    </>
  );
};

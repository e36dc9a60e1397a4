import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Maximize2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { inboxApi } from "#contract/inbox.ts";
import { type PersonDetail, peopleApi } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import { ConsentList } from "#web/components/person/consent-list.tsx";
import { FactLine, FactRow } from "#web/components/person/facts/fact-row.tsx";
import { customFactPrefix, useFacts } from "#web/components/person/facts/use-facts.tsx";
import { usePersonEdit } from "#web/components/person/facts/use-person-edit.ts";
import { FurtherAddresses } from "#web/components/person-addresses/further-addresses.tsx";
import { TaskList } from "#web/components/tasks/task-list.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { useThreadName } from "#web/screens/inbox/thread-name.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
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

/** Facts that answering may need; the person's page has all of them. */
const shownFacts = ["phone", "email", "language", "tags"];

const PersonFacts = ({ person }: { person: PersonDetail }) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const mayChange = useMay("people", "work");
  const edit = usePersonEdit(person);
  const facts = useFacts(person, []).filter(
    ({ id, value }) => shownFacts.includes(id) || (id.startsWith(customFactPrefix) && value !== null),
  );
  return (
    <dl className="-my-1 [--fact-label:88px]">
      {facts.map((fact) => (
        <FactRow key={fact.id} fact={fact} onEdit={mayChange ? edit : undefined} />
      ))}
      <FurtherAddresses personId={person.id} mayChange={mayChange} />
      {person.sources.length > 0 && (
        <FactLine label={t("inbox.person.source")}>
          <span className="block truncate">
            {person.sources.map((source) => worded("people.source", source)).join(", ")}
          </span>
        </FactLine>
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
  const scores = useQuery(apiQuery(peopleApi.scores, { params: { id: personId } }));
  const profile = useQuery(apiQuery(profilesApi.get, { params: { id: personId } }));
  // All parts at once: each of them moves what stands below it.
  if (!detail || scores.isPending || profile.isPending)
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
        {person ? <PersonFacts key={person.id} person={person} /> : <Skeleton className="h-24" />}
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

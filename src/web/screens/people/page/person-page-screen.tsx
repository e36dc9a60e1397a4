import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, UserX } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "wouter";
import { inboxApi } from "#contract/inbox.ts";
import { type PersonDetail, peopleApi } from "#contract/people.ts";
import { personPageApi } from "#contract/person-page.ts";
import { tasksApi } from "#contract/tasks.ts";
import { ConsentList } from "#web/components/person/consent-list.tsx";
import { usePersonEdit } from "#web/components/person/facts/use-person-edit.ts";
import { AddressesSection } from "#web/components/person-addresses/addresses-section.tsx";
import { TaskList } from "#web/components/tasks/task-list.tsx";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { personName } from "#web/lib/person-name.ts";
import { useMay } from "#web/lib/session.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { ConsentPanel } from "#web/screens/people/person/consent-panel.tsx";
import { useChannelChecks } from "#web/screens/people/person/send-message.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { ConversationTab } from "./conversation-tab.tsx";
import { FactsCard, focusFacts } from "./facts-card.tsx";
import { PageHead } from "./page-head.tsx";
import { peopleListPath, personPagePath, readListParams, toListQuery } from "./person-page-path.ts";
import { PlanCard } from "./plan-card.tsx";
import { profileQuery } from "./profile-query.ts";
import { ProposalsCard } from "./proposals-card.tsx";
import { CallsTab, FilesTab, RulesTab } from "./record-tabs.tsx";
import { ScoresCard } from "./scores-card.tsx";
import { CostCard, DuplicateCard, NextActionPanel } from "./side-cards.tsx";
import { SignalsCard } from "./signals-card.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { TimelineCard } from "./timeline-card.tsx";

const tabIds = ["overview", "conversation", "calls", "rules", "consents", "files"] as const;
type TabId = (typeof tabIds)[number];

/** The way back to the list, and to the neighbours in it. */
const ListTrail = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const list = useMemo(() => readListParams(params), [params]);
  const { data } = useQuery({
    ...apiQuery(personPageApi.neighbours, { params: { id: personId }, query: toListQuery(list) }),
    // A list of the URL that cannot be read has no neighbours.
    retry: false,
  });
  const go = (id: string | null | undefined) => id && navigate(personPagePath(id, list));
  useShortcuts({ k: () => go(data?.previousId), j: () => go(data?.nextId) });
  return (
    <nav aria-label={t("personPage.trail.label")} className="flex items-center gap-2 text-sm text-soft">
      <Link href={peopleListPath(list)} className="flex min-h-6 items-center gap-2 rounded hover:text-ink">
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("screen.people.short")}
      </Link>
      {data?.position != null && (
        <span className="text-faint text-xs max-sm:hidden">
          {t(data.totalIs === "exact" ? "personPage.trail.place" : "personPage.trail.placeMany", {
            place: format.number(data.position),
            total: format.number(data.total),
          })}
        </span>
      )}
      <span className="ml-auto flex items-center gap-1.5">
        {(
          [
            ["previous", "K", data?.previousId],
            ["next", "J", data?.nextId],
          ] as const
        ).map(([which, key, id]) => (
          <button
            key={which}
            type="button"
            disabled={!id}
            onClick={() => go(id)}
            className="inline-flex min-h-7 items-center gap-1.5 rounded px-1 text-faint text-xs hover:text-ink disabled:opacity-55 max-sm:min-h-9 max-sm:px-2"
          >
            <Kbd className="max-sm:hidden pointer-coarse:hidden">{key}</Kbd>
            {t(`personPage.trail.${which}`)}
          </button>
        ))}
      </span>
    </nav>
  );
};

const PageSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-44 rounded-card" />
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_336px]">
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  </div>
);

const PersonPage = ({ person }: { person: PersonDetail }) => {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [, navigate] = useLocation();
  const mayChange = useMay("people", "work");
  const mayReadInbox = useMay("inbox", "view");
  const edit = usePersonEdit(person);
  const [shownEntry, setShownEntry] = useState<string>();
  const [addRequests, setAddRequests] = useState(0);
  const overviewQuery = useQuery(apiQuery(personPageApi.overview, { params: { id: person.id } }));
  const profileState = useQuery(profileQuery(person));
  const checks = useChannelChecks(person.id, "service", "");
  const [overview, profile] = [overviewQuery.data, profileState.data];
  const { data: tasks } = useQuery(apiQuery(tasksApi.list, { query: { personId: person.id } }));
  const { data: colleagues } = useQuery(apiQuery(inboxApi.colleagues));
  const asked = tabIds.find((id) => id === params.get("tab")) ?? "overview";
  const tab = asked === "conversation" && !mayReadInbox ? "overview" : asked;
  const openTab = (next: TabId) =>
    setParams(
      (previous) => {
        const changed = new URLSearchParams(previous);
        if (next === "overview") changed.delete("tab");
        else changed.set("tab", next);
        return changed;
      },
      { replace: true },
    );
  const name = personName(person, t("people.unnamed"));
  useTitle(name);
  const owners = (colleagues?.users ?? []).map(({ id, name: label }) => ({ value: id, label }));
  const addTask = () => {
    openTab("overview");
    setAddRequests(addRequests + 1);
  };
  const openInbox = () => navigate(`/inbox/${person.id}`);
  useShortcuts({
    ...(mayReadInbox ? { r: openInbox } : {}),
    ...(mayChange
      ? {
          t: addTask,
          f: () => {
            openTab("overview");
            requestAnimationFrame(focusFacts);
          },
          ...(mayReadInbox && profile?.nextAction.channel ? { ".": openInbox } : {}),
        }
      : {}),
  });
  const openEntry = (entryId: string) => {
    openTab("overview");
    setShownEntry(entryId);
  };
  const links = { events: person.timelineEvents, onOpen: openEntry };
  const counts = overview?.counts;
  const [duplicate] = person.possibleDuplicates;

  // Its counts and cards push what stands beside and below them.
  if ([overviewQuery, profileState, checks].some(isFirstLoad)) return <PageSkeleton />;
  const overviewTab = (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid min-w-0 grid-cols-1 gap-4 max-xl:contents">
        <ScoresCard personId={person.id} onOpen={openEntry} />
        {overview ? (
          <SignalsCard personId={person.id} signals={overview.signals} />
        ) : (
          <Skeleton className="h-48 rounded-card" />
        )}
        <TimelineCard personId={person.id} count={counts?.timeline} shownEntry={shownEntry} />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4 max-xl:contents">
        {profile && person.aiProfile && (
          <NextActionPanel personId={person.id} action={profile.nextAction} links={links} />
        )}
        <ProposalsCard personId={person.id} />
        <PlanCard personId={person.id} />
        <FactsCard person={person} location={overview?.location ?? null} owners={owners} onEdit={edit} />
        <Card title={t("inbox.person.tasks")}>
          {tasks ? (
            <TaskList personId={person.id} tasks={tasks.tasks} addRequests={addRequests} />
          ) : (
            <Skeleton className="h-8" />
          )}
        </Card>
        {overview && <CostCard cost={overview.cost} since={person.createdAt} />}
        {duplicate && <DuplicateCard personId={person.id} duplicate={duplicate} />}
      </div>
    </div>
  );

  return (
    <>
      <section aria-label={name} className="rounded-card border border-line bg-panel shadow-card">
        <PageHead
          person={person}
          ownerName={owners.find(({ value }) => value === person.assignedAgentId)?.label}
          listPath={peopleListPath(readListParams(params))}
          onAddTask={addTask}
          onWhy={() => openTab("rules")}
        />
        <StatusStrip person={person} since={overview?.stageSince} onEdit={edit} />
      </section>
      <Tabs
        label={t("personPage.tabs")}
        value={tab}
        onChange={openTab}
        tabs={[
          { id: "overview", label: t("personPage.tab.overview"), content: overviewTab },
          ...(mayReadInbox
            ? [
                {
                  id: "conversation" as const,
                  label: t("personPage.tab.conversation"),
                  count: counts?.messages,
                  content: <ConversationTab personId={person.id} name={name} />,
                },
              ]
            : []),
          {
            id: "calls",
            label: t("personPage.tab.calls"),
            count: counts?.calls,
            content: <CallsTab personId={person.id} />,
          },
          {
            id: "rules",
            label: t("personPage.tab.rules"),
            count: counts?.ruleRuns,
            content: <RulesTab person={{ id: person.id, name }} />,
          },
          {
            id: "consents",
            label: t("personPage.tab.consents"),
            content: (
              <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
                <Card title={t("people.field.consents")}>
                  <div className="grid grid-cols-1 gap-4">
                    <ConsentList personId={person.id} />
                    <ConsentPanel person={person} startsOpen />
                  </div>
                </Card>
                <Card>
                  <AddressesSection personId={person.id} />
                </Card>
              </div>
            ),
          },
          {
            id: "files",
            label: t("personPage.tab.files"),
            count: counts?.files,
            content: <FilesTab personId={person.id} />,
          },
        ]}
      />
    </>
  );
};

/** Who a person is, how warm, what made it so, what next, and what it cost so far. */
const PersonPageScreen = () => {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const [params] = useSearchParams();
  const id = path.split("/").at(-1) ?? "";
  const { data, error, refetch } = useQuery(apiQuery(peopleApi.get, { params: { id } }));
  // A merged person's id leads to the survivor.
  const survivorId = data && data.id !== id ? data.id : undefined;
  const search = params.toString();
  useEffect(() => {
    if (survivorId) navigate(`/people/${survivorId}${search && `?${search}`}`, { replace: true });
  }, [survivorId, search, navigate]);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <ListTrail personId={id} />
      {isGone && (
        <Card>
          <EmptyState
            icon={UserX}
            title={t("personPage.gone.title")}
            text={t("personPage.gone.text")}
            action={
              <Button asChild>
                <Link href={peopleListPath(readListParams(params))}>{t("personPage.gone.back")}</Link>
              </Button>
            }
          />
        </Card>
      )}
      {error && !isGone && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <PageSkeleton />}
      {data && !survivorId && !isGone && <PersonPage key={data.id} person={data} />}
    </div>
  );
};

export default PersonPageScreen;

import { useQuery } from "@tanstack/react-query";
import { Plug, Search, SearchX } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { type ConnectorCard, type IntegrationActivity, integrationsApi } from "#contract/integrations.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useWorded } from "#web/lib/worded.ts";
import { useConnectorHints, useOfferedNumbers } from "#web/screens/settings/connector-choices.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ActivityBars } from "./activity-bars.tsx";
import { IntegrationCard } from "./integration-card.tsx";
import { IntegrationSheet } from "./integration-sheet.tsx";

const groupsWithOwnTab = ["maps", "ai"];
const groupOrder = ["messaging", "voice", "crm", "data", "tasks", "email", "social", "automation"];
const filters = ["all", "live", "attention", "sandbox"] as const;
type Filter = (typeof filters)[number];

type Entry = { connector: ConnectorCard; activity: IntegrationActivity };
type Section = { id: string; entries: Entry[] };

/** What needs a look is first, then the groups in display order; n8n is last in its group. */
const toSections = (entries: readonly Entry[]): Section[] => {
  const broken = entries.filter(({ activity }) => activity.state === "attention");
  const byGroup = Map.groupBy(
    entries.filter(({ activity }) => activity.state !== "attention"),
    ({ connector }) => connector.group,
  );
  const groups = [...byGroup]
    .sort(([a], [b]) => groupOrder.indexOf(a) - groupOrder.indexOf(b))
    .map(([id, members]) => ({
      id,
      entries: members.toSorted(
        (a, b) => Number(a.connector.id === "n8n") - Number(b.connector.id === "n8n"),
      ),
    }));
  return broken.length > 0 ? [{ id: "attention", entries: broken }, ...groups] : groups;
};

const sumHours = (entries: readonly Entry[]) => {
  const [first] = entries;
  return (first?.activity.hours ?? []).map(({ hour }, index) => ({
    hour,
    ok: entries.reduce((sum, { activity }) => sum + (activity.hours[index]?.ok ?? 0), 0),
    failed: entries.reduce((sum, { activity }) => sum + (activity.hours[index]?.failed ?? 0), 0),
  }));
};

const Totals = ({ entries }: { entries: readonly Entry[] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const requests = entries.reduce((sum, { activity }) => sum + activity.requests, 0);
  const failed = entries.reduce((sum, { activity }) => sum + activity.failed, 0);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 whitespace-nowrap text-soft text-xs sm:ml-auto">
      <span>{t("integrations.requests", { count: requests, number: format.number(requests) })}</span>
      <span className={failed > 0 ? "text-bad" : ""}>
        {t("integrations.failedCount", { count: failed, number: format.number(failed) })}
      </span>
      <ActivityBars hours={sumHours(entries)} />
    </p>
  );
};

/** All outside systems with their state and last day; a card opens its details. */
export const IntegrationsTab = () => {
  const { t } = useTranslation();
  const translateValue = useWorded();
  const connectors = useQuery(apiQuery(integrationsApi.connectors));
  const connections = useQuery(apiQuery(integrationsApi.connections));
  const accounts = useQuery(apiQuery(integrationsApi.apiKeys));
  const activity = useQuery({ ...apiQuery(integrationsApi.activity), refetchInterval: 30_000 });
  const offered = useOfferedNumbers();
  const addHints = useConnectorHints();
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ "/": () => field.current?.focus() });
  const [filter, setFilter] = useState<Filter>("all");
  const [params] = useSearchParams();
  // A link, or the way back from the sign-in at a vendor, opens the details at once.
  const [openId, setOpenId] = useState(params.get("sync") ?? undefined);

  const queries = [connectors, connections, accounts, activity];
  if (!connectors.data || !connections.data || !accounts.data || !activity.data) {
    const error = queries.find((query) => query.error)?.error;
    const retry = () => queries.forEach((query) => void query.refetch());
    if (error) return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={retry} />;
    return (
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3" aria-busy="true">
        {["first", "second", "third", "fourth", "fifth", "sixth"].map((key) => (
          <Skeleton key={key} className="h-26 rounded-card" />
        ))}
      </div>
    );
  }
  const activities = new Map(activity.data.map((one) => [one.service, one]));
  const entries = connectors.data.flatMap((connector) => {
    const own = activities.get(connector.id);
    return own && !groupsWithOwnTab.includes(connector.group) ? [{ connector, activity: own }] : [];
  });
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState icon={Plug} title={t("integrations.empty")} text={t("integrations.emptyText")} />
      </Card>
    );
  }
  const wanted = search.trim().toLocaleLowerCase();
  const isFound = ({ connector: { id, label, group } }: Entry): boolean =>
    [label, translateValue("connectorGroup", group), translateValue("connectorAbout", id)].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    );
  const isIn = (chosen: Filter, { activity: { state } }: Entry): boolean =>
    chosen === "all" || state === chosen;
  const shown = entries.filter((entry) => isIn(filter, entry) && isFound(entry));
  const opened = entries.find(({ connector }) => connector.id === openId);
  const isAccount = opened?.connector.group === "messaging";
  const connectionOf = (id: string) =>
    connections.data[id] ?? accounts.data.find(({ service }) => service === id);

  return (
    <div className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <div className="relative min-w-0 flex-1 basis-full sm:max-w-64 sm:basis-48">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint"
          />
          <Input
            ref={field}
            type="search"
            value={search}
            maxLength={100}
            onChange={(event) => setSearch(event.target.value)}
            aria-label={t("integrations.find")}
            placeholder={t("integrations.find")}
            autoComplete="off"
            spellCheck={false}
            className="pr-9 pl-8"
          />
          {search === "" && (
            <Kbd className="pointer-events-none absolute inset-y-0 right-2.5 my-auto hidden h-fit sm:block">
              /
            </Kbd>
          )}
        </div>
        <SegmentedControl
          label={t("integrations.filter")}
          value={filter}
          onChange={setFilter}
          options={filters.map((id) => ({
            id,
            label: `${t(`integrations.filters.${id}`)} ${entries.filter((entry) => isIn(id, entry)).length}`,
          }))}
        />
        <Totals entries={entries} />
      </div>
      {shown.length === 0 && (
        <Card>
          <EmptyState
            icon={SearchX}
            title={t("integrations.nothingFound")}
            text={t("integrations.nothingFoundText")}
          />
        </Card>
      )}
      {toSections(shown).map(({ id, entries: members }) => {
        const title =
          id === "attention" ? t("integrations.filters.attention") : translateValue("connectorGroup", id);
        return (
          <section key={id} aria-label={title} className="grid min-w-0 gap-3">
            <h2 className="font-[560] text-faint text-xs">
              {title} <span className="ml-1 font-normal">{members.length}</span>
            </h2>
            <div className="grid min-w-0 gap-3 md:grid-cols-2 xl:grid-cols-3">
              {members.map(({ connector, activity: own }) => (
                <IntegrationCard
                  key={connector.id}
                  connector={connector}
                  activity={own}
                  onOpen={() => setOpenId(connector.id)}
                />
              ))}
            </div>
          </section>
        );
      })}
      {opened && (
        <IntegrationSheet
          connector={addHints(opened.connector)}
          connection={connectionOf(opened.connector.id)}
          activity={opened.activity}
          kind={isAccount ? "configuration" : "integration"}
          {...(isAccount ? { offered } : {})}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </div>
  );
};

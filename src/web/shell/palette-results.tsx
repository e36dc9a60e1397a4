import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Cable, SlidersHorizontal, UserRound, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { endpointsApi } from "#contract/endpoints.ts";
import { integrationsApi } from "#contract/integrations.ts";
import { peopleApi } from "#contract/people.ts";
import { rulesApi } from "#contract/rules.ts";
import { apiQuery } from "#web/lib/api.ts";
import { personName } from "#web/lib/person-name.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";

export type PaletteEntry = { id: string; icon: ReactNode; label: string; detail?: string; path: string };
export type PaletteGroup = { heading: string; entries: PaletteEntry[] };

/** The tabs of the settings screen. */
const settingsTabs = [
  "ai-providers",
  "api-keys",
  "integrations",
  "general",
  "team",
  "maps",
  "scripts",
] as const;
const generalFields = ["timezone", "locale", "dataRetention", "sessionTimeout"] as const;

const maxShown = 6;
const minSearch = 2;

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Every word of the search must occur. */
const matchesSearch = (text: string, search: string): boolean =>
  fold(search)
    .split(/\s+/)
    .every((word) => fold(text).includes(word));

/** People, rules, endpoints and settings that match what was typed; people are searched by the server. */
export const usePaletteGroups = (typed: string): { groups: PaletteGroup[]; isSearching: boolean } => {
  const { t } = useTranslation();
  const search = useDebounced(typed.trim());
  const isEnabled = search.length >= minSearch;
  const people = useQuery({
    ...apiQuery(peopleApi.list, { query: { search, limit: maxShown } }),
    enabled: useMay("people", "view") && isEnabled,
    placeholderData: keepPreviousData,
  });
  const rules = useQuery({
    ...apiQuery(rulesApi.list, { query: {} }),
    enabled: useMay("rules", "view") && isEnabled,
  });
  const endpoints = useQuery({
    ...apiQuery(endpointsApi.list),
    enabled: useMay("endpoints", "view") && isEnabled,
  });
  const connectors = useQuery({
    ...apiQuery(integrationsApi.connectors),
    enabled: useMay("integrations", "view") && isEnabled,
  });
  if (!isEnabled) return { groups: [], isSearching: typed.trim().length >= minSearch };
  const named = <T extends { id: string; name: string }>(list: readonly T[] | undefined): T[] =>
    (list ?? []).filter(({ name }) => matchesSearch(name, search)).slice(0, maxShown);
  const tabs = settingsTabs.map((tab) => ({
    id: tab,
    label: t(`settings.tab.${tab}`),
    path: `/settings?tab=${tab}`,
  }));
  const vendors = (connectors.data ?? []).map(({ id, label }) => ({
    id: `connector ${id}`,
    label: `${t("settings.tab.integrations")}: ${label}`,
    path: "/settings?tab=integrations",
  }));
  const fields = generalFields.map((field) => ({
    id: `general ${field}`,
    label: `${t("settings.tab.general")}: ${t(`settings.general.${field}`)}`,
    path: "/settings?tab=general",
  }));
  const settings = [...tabs, ...fields, ...vendors].filter(({ label }) =>
    matchesSearch(`${t("screen.settings.full")} ${label}`, search),
  );
  const groups: PaletteGroup[] = [
    {
      heading: t("palette.people"),
      entries: (people.data?.people ?? []).map((person) => ({
        id: `person ${person.id}`,
        icon: <UserRound aria-hidden="true" />,
        label: personName(person, t("people.unnamed")),
        detail: t(`people.status.${person.status}`),
        path: `/people/${person.id}`,
      })),
    },
    {
      heading: t("palette.rules"),
      entries: named(rules.data).map(({ id, name }) => ({
        id: `rule ${id}`,
        icon: <Zap aria-hidden="true" />,
        label: name,
        path: `/rules?open=edit&rule=${id}`,
      })),
    },
    {
      heading: t("palette.endpoints"),
      entries: named(endpoints.data).map(({ id, name }) => ({
        id: `endpoint ${id}`,
        icon: <Cable aria-hidden="true" />,
        label: name,
        path: `/endpoints/${id}`,
      })),
    },
    {
      heading: t("palette.settings"),
      entries: settings.slice(0, maxShown).map(({ id, label, path }) => ({
        id: `setting ${id}`,
        icon: <SlidersHorizontal aria-hidden="true" />,
        label,
        path,
      })),
    },
  ];
  const isSearching = people.isFetching || rules.isFetching || endpoints.isFetching;
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching };
};

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { messageFates } from "#domain/broadcasts/broadcast.ts";
import type { PersonOutcome } from "#domain/broadcasts/broadcast-parts.ts";
import { SearchField } from "#web/components/layout/search-field.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { PeopleActions } from "./people-actions.tsx";
import { PeopleList } from "./people-list.tsx";
import type { BroadcastPeopleQuery } from "./use-broadcast-people.ts";

/** What became of a message, and the people who were to get none. */
const reactions = ["answered", "opted_out", "complained", "bounced"] as const satisfies PersonOutcome[];
const filters = ["planned", ...messageFates, ...reactions, "stop", "all"] as const;
type Filter = (typeof filters)[number];

const filterOf = (choice: Filter): BroadcastPeopleQuery => {
  if (choice === "all") return {};
  if (choice === "stop" || choice === "planned") return { ruling: choice };
  const outcome = reactions.find((reaction) => reaction === choice);
  const fate = messageFates.find((known) => known === choice);
  return { ...(outcome ? { outcome } : {}), ...(fate ? { fate } : {}) };
};

/** Everybody with what the check said and what became of the message. */
export const PeopleCard = ({ broadcastId, className }: { broadcastId: string; className?: string }) => {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Filter>("planned");
  const [search, setSearch] = useState("");
  const filter = { ...filterOf(choice), ...(search === "" ? {} : { search }) };
  const nameOf = (id: Filter) =>
    id === "all" || id === "planned" ? t(`campaigns.people.${id}`) : t(`campaigns.people.fate.${id}`);
  return (
    <Card
      title={t("campaigns.people.title")}
      caption={t("campaigns.people.caption")}
      {...(className ? { className } : {})}
    >
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <SearchField label={t("campaigns.people.search")} applied={search} onChange={setSearch} />
        <Select
          aria-label={t("campaigns.people.filter")}
          value={choice}
          onChange={({ target }) => setChoice(filters.find((id) => id === target.value) ?? "planned")}
          wrapperClassName="max-sm:w-full"
        >
          {filters.map((id) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </Select>
      </div>
      <PeopleActions broadcastId={broadcastId} title={nameOf(choice)} filter={filter} />
      <PeopleList broadcastId={broadcastId} label={t("campaigns.people.title")} filter={filter} />
    </Card>
  );
};

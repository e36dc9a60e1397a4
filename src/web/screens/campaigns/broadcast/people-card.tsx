import { useState } from "react";
import { useTranslation } from "react-i18next";
import { broadcastRulings } from "#domain/broadcasts/broadcast.ts";
import { SearchField } from "#web/screens/compliance/search-field.tsx";
import { Card } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { PeopleList } from "./people-list.tsx";

const filters = ["all", ...broadcastRulings] as const;

/** Everybody with what the check said and what became of the message. */
export const PeopleCard = ({ broadcastId }: { broadcastId: string }) => {
  const { t } = useTranslation();
  const [ruling, setRuling] = useState<(typeof filters)[number]>("all");
  const [search, setSearch] = useState("");
  return (
    <Card title={t("campaigns.people.title")} caption={t("campaigns.people.caption")}>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <SearchField label={t("campaigns.people.search")} applied={search} onChange={setSearch} />
        <SegmentedControl
          label={t("campaigns.people.filter")}
          value={ruling}
          onChange={setRuling}
          options={filters.map((id) => ({
            id,
            label: id === "all" ? t("campaigns.list.all") : t(`campaigns.ruling.${id}`),
          }))}
        />
      </div>
      <PeopleList
        broadcastId={broadcastId}
        label={t("campaigns.people.title")}
        filter={{ ...(ruling === "all" ? {} : { ruling }), ...(search === "" ? {} : { search }) }}
      />
    </Card>
  );
};

import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { BroadcastCheck } from "#contract/broadcasts.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { useFateText } from "#web/screens/campaigns/broadcast/person-row.tsx";
import { useBroadcastPeople } from "#web/screens/campaigns/broadcast/use-broadcast-people.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { GroupList } from "./group-list.tsx";

type FoundPeopleProps = { broadcastId: string; search: string };

/** What happens to the people of a name, each in a sentence. */
const FoundPeople = ({ broadcastId, search }: FoundPeopleProps) => {
  const { t } = useTranslation();
  const fateText = useFateText();
  const { people, error, refetch, hasMore, isLoadingMore, loadMore } = useBroadcastPeople(
    broadcastId,
    { search },
    5,
  );
  if (error && !people)
    return (
      <div className="px-4 pb-3">
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />
      </div>
    );
  if (!people)
    return (
      <div aria-busy="true" className="border-line border-t px-4 py-3">
        <Skeleton className="h-9" />
      </div>
    );
  if (people.length === 0)
    return (
      <p role="status" className="border-line border-t px-4 py-3 text-sm text-soft">
        {t("campaigns.people.noMatch")}
      </p>
    );
  return (
    <div className="border-line border-t bg-sea-tint">
      <ul aria-label={t("campaigns.people.found")} className="divide-y divide-line">
        {people.map((entry) => {
          const name = entry.person.name ?? t("people.unnamed");
          const { fate, why } = fateText(entry);
          return (
            <li key={entry.person.id} className="flex items-start gap-3 px-4 py-3 text-sm">
              <Avatar name={name} className="bg-panel" />
              <p className="min-w-0 wrap-anywhere">
                <Link
                  href={`/people/${entry.person.id}`}
                  className="font-[600] hover:text-sea hover:underline"
                >
                  {name}
                </Link>
                {": "}
                <b className="font-[600]">{fate}.</b> <span className="text-soft">{why && `${why}.`}</span>
              </p>
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <Button size="sm" className="mx-4 mb-3 max-sm:h-9" disabled={isLoadingMore} onClick={loadMore}>
          {t(isLoadingMore ? "campaigns.loadingMore" : "campaigns.loadMore")}
        </Button>
      )}
    </div>
  );
};

type EachPersonCardProps = { broadcastId: string; check: BroadcastCheck };

/** Everybody by cause, and a search for one person among all of them. */
export const EachPersonCard = ({ broadcastId, check }: EachPersonCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), 250);
  return (
    <Card className="overflow-hidden p-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <h2 className="font-[620] text-base tracking-tight">{t("campaigns.each.title")}</h2>
        <span className="relative min-w-0 flex-1 basis-52 sm:ml-auto sm:max-w-80">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft"
          />
          <Input
            type="search"
            value={typed}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            aria-label={t("campaigns.each.search", { people: format.number(check.people) })}
            placeholder={t("campaigns.each.search", { people: format.number(check.people) })}
            className="pl-8"
          />
        </span>
      </div>
      {search !== "" && typed.trim() !== "" && <FoundPeople broadcastId={broadcastId} search={search} />}
      <GroupList broadcastId={broadcastId} check={check} />
    </Card>
  );
};

import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PersonRow } from "./person-row.tsx";
import { type BroadcastPeopleQuery, useBroadcastPeople } from "./use-broadcast-people.ts";

type PeopleListProps = {
  broadcastId: string;
  label: string;
  filter: BroadcastPeopleQuery;
  /** How many are loaded at a time. */
  limit?: number;
};

/** People of a broadcast, in pages. */
export const PeopleList = ({ broadcastId, label, filter, limit = 50 }: PeopleListProps) => {
  const { t } = useTranslation();
  const { people, error, refetch, hasMore, isLoadingMore, loadMore, isOutdated } = useBroadcastPeople(
    broadcastId,
    filter,
    limit,
  );
  if (error && !people)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />;
  if (!people)
    return (
      <div aria-busy="true" className="grid gap-3 py-2">
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  if (people.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 py-3 text-sm text-soft">
        <UsersRound aria-hidden="true" className="size-4 shrink-0" />
        {t("campaigns.people.none")}
      </p>
    );
  return (
    <>
      <ul aria-label={label} aria-busy={isOutdated} className="divide-y divide-line">
        {people.map((entry) => (
          <PersonRow key={entry.person.id} person={entry} />
        ))}
      </ul>
      {hasMore && (
        <Button size="sm" className="my-2 max-sm:h-9" disabled={isLoadingMore} onClick={loadMore}>
          {t(isLoadingMore ? "campaigns.loadingMore" : "campaigns.loadMore")}
        </Button>
      )}
    </>
  );
};

import { MessagesSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "#web/lib/api.ts";
import { type DeliveryFilter, useDeliveries } from "#web/lib/use-deliveries.ts";
import { Button } from "./button.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorCard } from "./error-card.tsx";
import { Skeleton } from "./skeleton.tsx";

type DeliveryListProps = {
  filter: DeliveryFilter;
  withPerson?: boolean;
  empty: { title: string; text?: string };
};

/** Messages and calls, newest first. */
export const DeliveryList = ({ filter, withPerson = false, empty }: DeliveryListProps) => {
  const { t } = useTranslation();
  const { rows, error, hasMore, isReadingOn, readOn, refetch } = useDeliveries(filter);
  if (!rows && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />;
  if (!rows)
    return (
      <div aria-busy="true" className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  if (rows.length === 0) return <EmptyState icon={MessagesSquare} className="py-10" {...empty} />;
  return (
    <>
      <ol className="divide-y divide-line">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} withPerson={withPerson} />
        ))}
      </ol>
      {hasMore && (
        <Button size="sm" disabled={isReadingOn} onClick={readOn} className="mt-3">
          {t(isReadingOn ? "compliance.log.loadingMore" : "compliance.log.more")}
        </Button>
      )}
    </>
  );
};

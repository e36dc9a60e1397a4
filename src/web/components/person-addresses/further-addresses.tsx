import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressesApi } from "#contract/person-fields.ts";
import { shownAddress } from "#domain/people/shown-address.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useAddressLabel } from "./use-address-label.ts";

type FurtherAddressesProps = { personId: string; mayChange: boolean };

/** The addresses besides the main ones, as rows of a list of facts; each can become the main one. */
export const FurtherAddresses = ({ personId, mayChange }: FurtherAddressesProps) => {
  const { t } = useTranslation();
  const addressLabel = useAddressLabel();
  const { data } = useQuery(apiQuery(addressesApi.list, { params: { id: personId } }));
  const makePrimary = useApiMutation(addressesApi.makePrimary);
  const further = data?.addresses.filter(({ kind, isPrimary }) => kind !== "x" && !isPrimary) ?? [];
  const choose = (id: string) =>
    void makePrimary.mutateAsync({ params: { id } }).catch((failure: unknown) =>
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("addresses.failed"),
        variant: "destructive",
      }),
    );
  return further.map((address) => (
    <div
      key={address.id}
      className="grid min-h-[30px] grid-cols-[116px_minmax(0,1fr)] items-center gap-x-2 text-sm max-sm:min-h-9"
    >
      <dt className="text-[12.5px] text-faint">
        {addressLabel(address.label) ??
          t(`addresses.further.${address.kind === "email" ? "email" : "phone"}`)}
      </dt>
      <dd className="flex min-w-0 items-center gap-1.5">
        <span className="min-w-0 truncate tabular-nums">{shownAddress(address)}</span>
        {address.isOptedOut && <Badge tone="bad">{t("addresses.optedOut")}</Badge>}
        {mayChange && (
          <Button
            size="sm"
            variant="ghost"
            disabled={makePrimary.isPending}
            aria-label={t("addresses.makePrimaryOf", { address: shownAddress(address) })}
            title={t("addresses.makePrimary")}
            onClick={() => choose(address.id)}
          >
            <Star aria-hidden="true" />
          </Button>
        )}
      </dd>
    </div>
  ));
};

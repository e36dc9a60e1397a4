import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressesApi } from "#contract/person-fields.ts";
import type { PersonAddress } from "#contract/threads.ts";
import { shownAddress } from "#domain/people/shown-address.ts";
import { FactLine } from "#web/components/person/facts/fact-row.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { AddressValue } from "./address-value.tsx";
import { useAddressLabel } from "./use-address-label.ts";

type FurtherAddressesProps = { personId: string; mayChange: boolean };

/** The addresses besides the main ones, as rows of a list of facts; each can become the main one. */
export const FurtherAddresses = ({ personId, mayChange }: FurtherAddressesProps) => {
  const { t } = useTranslation();
  const addressLabel = useAddressLabel();
  const { data } = useQuery(apiQuery(addressesApi.list, { params: { id: personId } }));
  const makePrimary = useApiMutation(addressesApi.makePrimary);
  const further = data?.addresses.filter(({ kind, isPrimary }) => kind === "x" || !isPrimary) ?? [];
  const choose = (id: string) =>
    void makePrimary.mutateAsync({ params: { id } }).catch((failure: unknown) =>
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("addresses.failed"),
        variant: "destructive",
      }),
    );
  /** What it is used for, otherwise what it is. */
  const labelOf = ({ kind, label }: PersonAddress): string =>
    kind === "x"
      ? t("reasons.channel.x")
      : (addressLabel(label) ?? t(`addresses.further.${kind === "email" ? "email" : "phone"}`));
  return further.map((address) => (
    <FactLine key={address.id} label={labelOf(address)}>
      <span className="flex min-w-0 items-center gap-1.5">
        <AddressValue text={shownAddress(address)} address={{ ...address, label: null }} />
        {mayChange && address.kind !== "x" && (
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
      </span>
    </FactLine>
  ));
};

import { useTranslation } from "react-i18next";
import type { PersonAddress } from "#contract/threads.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useAddressLabel } from "./use-address-label.ts";

type AddressValueProps = { text: string; address: PersonAddress | undefined };

/** A value with what is known of it as an address: what it is used for, and why it may not be written to. */
export const AddressValue = ({ text, address }: AddressValueProps) => {
  const { t } = useTranslation();
  const addressLabel = useAddressLabel();
  const label = address && address.kind !== "x" ? addressLabel(address.label) : null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <span title={text} className="min-w-0 truncate tabular-nums">
        {text}
      </span>
      {label && <span className="min-w-0 truncate text-faint text-xs">{label}</span>}
      {address && address.state !== "active" && (
        <Badge tone="warn">{t(`addresses.state.${address.state}`)}</Badge>
      )}
      {address?.isOptedOut && <Badge tone="bad">{t("addresses.optedOut")}</Badge>}
    </span>
  );
};

import { useTranslation } from "react-i18next";
import type { ThreadListItem } from "#contract/threads.ts";
import { formatPhone } from "#domain/phone-format.ts";

/** The name, otherwise an address. */
export const useThreadName = (): ((thread: Pick<ThreadListItem, "name" | "address">) => string) => {
  const { t } = useTranslation();
  return ({ name, address }) => name ?? (address ? formatPhone(address) : t("people.unnamed"));
};

const maxShownLength = 40;

/** For places that cannot cut a text themselves, such as a placeholder. */
export const shortenName = (name: string): string =>
  name.length > maxShownLength ? `${name.slice(0, maxShownLength - 1)}…` : name;

import { useTranslation } from "react-i18next";
import type { PersonAddress } from "#contract/threads.ts";
import { shownAddress } from "#domain/people/shown-address.ts";

type RecipientBarProps = {
  /** Of an e-mail; other channels have none. */
  subject: string | undefined;
  /** Of an answer, used where none is written. */
  subjectOfAnswer: string | null;
  onSubject: (subject: string) => void;
  addresses: readonly PersonAddress[];
  addressId: string | undefined;
  onAddress: (addressId: string) => void;
};

/** The subject of an e-mail, and the address where there are several. */
export const RecipientBar = (props: RecipientBarProps) => {
  const { subject, subjectOfAnswer, onSubject, addresses, addressId, onAddress } = props;
  const { t } = useTranslation();
  if (subject === undefined && addresses.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-1">
      {subject !== undefined && (
        <input
          value={subject}
          maxLength={200}
          aria-label={t("templates.subject")}
          placeholder={subjectOfAnswer ?? t("templates.subject")}
          onChange={(event) => onSubject(event.target.value)}
          className="h-7 min-w-0 flex-1 bg-transparent font-[540] text-base outline-none sm:text-sm"
        />
      )}
      {addresses.length > 1 && (
        <select
          value={addressId ?? ""}
          aria-label={t("inbox.compose.address")}
          onChange={(event) => onAddress(event.target.value)}
          className="h-7 max-w-full rounded-md bg-transparent text-soft text-xs"
        >
          {addresses.map((address) => (
            <option key={address.id} value={address.id}>
              {[
                t("inbox.compose.to", { address: shownAddress(address) }),
                address.kind === "x" ? null : address.label,
              ]
                .filter(Boolean)
                .join(" · ")}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};

import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Card } from "#web/ui/card.tsx";
import { PeopleButton } from "./people-sheet.tsx";

/** Why people who were to get it did not, or later than the check said. */
export const DifferencesCard = ({ differences }: Pick<BroadcastActual, "differences">) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  return (
    <Card title={t("campaigns.differences.title")} caption={t("campaigns.differences.caption")}>
      {differences.length === 0 ? (
        <p className="text-sm text-soft">{t("campaigns.differences.none")}</p>
      ) : (
        <ul className="grid gap-0.5 text-sm">
          {differences.map(({ code, count }) => (
            <li key={code}>
              <PeopleButton
                title={`${shortReason(code, wording)}: ${format.number(count)}`}
                filter={{ difference: code }}
                className="grid w-full grid-cols-[minmax(32px,auto)_minmax(0,1fr)] items-center gap-x-2.5 py-1"
              >
                <span className="text-right font-[620] tabular-nums">{format.number(count)}</span>
                <span className="wrap-anywhere">{shortReason(code, wording)}</span>
              </PeopleButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

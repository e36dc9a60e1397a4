import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Card } from "#web/ui/card.tsx";

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
        <ul className="grid gap-2 text-sm">
          {differences.map(({ code, count }) => (
            <li key={code} className="grid grid-cols-[minmax(32px,auto)_minmax(0,1fr)] gap-x-2.5">
              <span className="text-right font-[620] tabular-nums">{format.number(count)}</span>
              <span className="text-soft wrap-anywhere">{shortReason(code, wording)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

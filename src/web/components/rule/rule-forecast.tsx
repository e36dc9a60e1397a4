import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { rulesApi } from "#contract/rules.ts";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";

const rulingTones = { send: "ok", wait: "warn", stop: "bad" } as const;

type RuleForecastProps = Pick<z.infer<(typeof rulesApi.why)["output"]>, "now" | "gate">;

/** What a rule would do for a person now, and what the gate would say of it. */
export const RuleForecast = ({ now, gate }: RuleForecastProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  return (
    <>
      <section className="grid gap-1.5">
        <h3 className="font-[560] text-sm">{t(now.fires ? "people.why.would" : "people.why.wouldNot")}</h3>
        <ReasonList reasons={now.why} />
      </section>
      {gate.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-[560] text-sm">{t("people.why.gate")}</h3>
          {gate.map(({ channel, ruling, until, reasons }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule can repeat an action
            <div key={index} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-2 text-sm">
                {translateValue("reasons.channel", channel)}
                <Badge tone={rulingTones[ruling]}>
                  {ruling === "wait" && until
                    ? t("people.messages.waitsUntil", { at: format.dateTime(until) })
                    : t(`people.messages.ruling.${ruling}`)}
                </Badge>
              </p>
              <ReasonList reasons={reasons} />
            </div>
          ))}
        </section>
      )}
    </>
  );
};

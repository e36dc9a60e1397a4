import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BroadcastCheck } from "#contract/broadcasts.ts";
import { minutesAtPace } from "#domain/broadcasts/pace.ts";
import { isVariable } from "#domain/messages/variables.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { Card } from "#web/ui/card.tsx";

/** The first reason of people whose message lacks a value. */
const missingCode = "variable_missing";
const unknownCode = "unknown_variable";

type LineProps = { isGood: boolean; children: React.ReactNode };

const Line = ({ isGood, children }: LineProps) => {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4 shrink-0", isGood ? "text-ok" : "text-warn")}
        strokeWidth={2}
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
};

const hourMinutes = 60;

/** How long it takes from the first person to the last. */
const usePaceText = (): ((people: number, pace: number) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (people, pace) => {
    const minutes = minutesAtPace(people, pace);
    const hours = Math.round((minutes / hourMinutes) * 10) / 10;
    const duration =
      minutes <= hourMinutes
        ? t("campaigns.before.minutes", { count: minutes, shown: format.number(minutes) })
        : t("campaigns.before.hours", { count: hours, shown: format.number(hours) });
    return t("campaigns.before.pace", {
      count: pace,
      shown: format.number(Math.round(pace * 10) / 10),
      duration,
    });
  };
};

type BeforeCardProps = {
  check: BroadcastCheck;
  /** People a minute; null is no limit. */
  pace: number | null;
};

/** What is worth a look before sending: empty variables, languages, parts of text messages, and the time it takes. */
export const BeforeCard = ({ check, pace }: BeforeCardProps) => {
  const paceText = usePaceText();
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const { missing, languages, segments } = check;
  const reached = check.send + check.wait;
  const languageList = languages
    .map(({ language, people }) => `${worded("people.bulk.language", language)} ${format.number(people)}`)
    .join(", ");
  return (
    <Card title={t("campaigns.before.title")}>
      <ul className="grid gap-2">
        {missing.length === 0 && check.isComplete && (
          <Line isGood>
            {t("campaigns.before.filled", { count: reached, shown: format.number(reached) })}
          </Line>
        )}
        {missing.map(({ name, people }) => {
          const isKnown = isVariable(name);
          const text = t(isKnown ? "campaigns.before.missing" : "campaigns.before.unknown", {
            ...{ name, count: people, shown: format.number(people) },
          });
          return (
            <Line key={name} isGood={false}>
              <PeopleButton
                title={text}
                filter={{ ruling: "stop", code: isKnown ? missingCode : unknownCode }}
                className="max-sm:-my-2 max-sm:py-2"
              >
                {text}
              </PeopleButton>
            </Line>
          );
        })}
        {languages.length > 0 && (
          <Line isGood>
            {t("campaigns.before.languages", { count: languages.length, list: languageList })}
          </Line>
        )}
        {segments > 0 && (
          <Line isGood>
            {t("campaigns.before.segments", { count: segments, shown: format.number(segments) })}
          </Line>
        )}
        {pace !== null && reached > 0 && <Line isGood>{paceText(reached, pace)}</Line>}
      </ul>
    </Card>
  );
};

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useClockText } from "#web/lib/clock.ts";
import { useFormat } from "#web/lib/format.ts";

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2.5">{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 sm:contents">
    <dt className="text-faint">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

/** When it is read next. */
export const NextRun = ({ at }: { at: string | null }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useClockText((now) => {
    if (at === null) return t("endpoints.setup.noNextRun");
    return Date.parse(at) <= now ? t("endpoints.setup.due") : format.dateTime(at);
  });
  return <>{text}</>;
};

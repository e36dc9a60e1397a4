import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ProviderCheckStep } from "#contract/single-sign-on.ts";

const icons = {
  ok: { Icon: CircleCheck, tone: "text-ok" },
  failed: { Icon: CircleX, tone: "text-bad" },
  unclear: { Icon: CircleAlert, tone: "text-warn" },
} as const;

/** What the test of the provider found out, step by step. */
export const ProviderCheck = ({ steps }: { steps: readonly ProviderCheckStep[] }) => {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("team.sso.testResult")} className="divide-y divide-line rounded-lg border border-line">
      {steps.map(({ step, state, message }) => {
        const { Icon, tone } = icons[state];
        return (
          <li key={step} className="flex items-start gap-2.5 px-3 py-2.5 text-sm">
            <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
            <span className="min-w-0">
              <b className="font-[560]">{t(`team.sso.step.${step}`)}</b>
              <span className="sr-only"> ({t(`team.sso.state.${state}`)})</span>
              <span className="wrap-anywhere block text-soft">{message}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
};

import { CircleCheck, CircleMinus, CircleX, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SipTestResult } from "#contract/phone.ts";
import type { SipVerdict } from "#domain/sip/verdict.ts";
import { cn } from "#web/lib/cn.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

type TestStep = SipTestResult["steps"][number];

const notTested: readonly SipVerdict[] = ["register_off", "no_password"];
const iconOf = ({ ok, verdict }: TestStep) => {
  if (notTested.includes(verdict)) return { Icon: CircleMinus, tone: "text-faint" };
  return ok ? { Icon: CircleCheck, tone: "text-ok" } : { Icon: CircleX, tone: "text-bad" };
};

const StepLine = ({ step }: { step: TestStep }) => {
  const { t } = useTranslation();
  const { Icon, tone } = iconOf(step);
  const { replies, verdict, latencyMs } = step;
  return (
    <li className="flex gap-2.5 py-2">
      <Icon aria-hidden="true" className={cn("mt-px size-4.5 shrink-0", tone)} strokeWidth={2} />
      <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-[560]">{t(`sip.step.${step.step}`)}</span>
          {replies.length > 0 && (
            <span className="text-faint text-xs tabular-nums">{t("sip.latency", { ms: latencyMs })}</span>
          )}
        </p>
        <p className="text-soft">{t(`sip.verdict.${verdict}`, { codecs: step.codecs.join(", ") })}</p>
        {replies.length > 0 && (
          <p className="wrap-anywhere font-mono text-faint text-xs">
            <span className="sr-only">{`${t("sip.answers")}: `}</span>
            {replies.map(({ status, phrase }) => `${status} ${phrase}`.trim()).join(" → ")}
          </p>
        )}
      </div>
    </li>
  );
};

type SipTestStepsProps = { label: string; result: SipTestResult; onClose: () => void };

/** What the server of an extension answered, step by step. */
export const SipTestSteps = ({ label, result, onClose }: SipTestStepsProps) => {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("sip.result", { label })}
      className="rounded-lg border border-line bg-hover px-3.5 py-2.5"
    >
      <div className="flex items-center gap-2">
        <p role="status" className="flex items-center gap-2 font-[560] text-sm">
          {t("sip.result", { label })}
          <Badge tone={result.ok ? "ok" : "bad"}>{t(result.ok ? "sip.passed" : "sip.failed")}</Badge>
        </p>
        <Button
          variant="ghost"
          size="icon"
          className="ml-auto size-7"
          aria-label={t("sip.closeResult")}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <ol className="divide-y divide-line">
        {result.steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </ol>
    </section>
  );
};

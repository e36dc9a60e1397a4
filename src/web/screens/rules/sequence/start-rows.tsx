import { BadgeCheck, Hand, Lock, MessageCircleReply, PencilLine, Zap } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type StopEvent, stopEvents } from "#domain/rules/step-parts.ts";
import {
  capitalize,
  conditionText,
  optionTexts,
  stopHappeningText,
  triggerText,
} from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import type { SequenceDraft } from "#web/components/sequence/sequence-draft.ts";
import { cn } from "#web/lib/cn.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

const chip =
  "inline-flex min-h-6 min-w-0 max-w-full items-center gap-1.5 rounded-md bg-hover px-2 py-0.5 text-sm [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-soft";

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-x-3 gap-y-1 sm:grid-cols-[92px_minmax(0,1fr)]">
    <dt className="text-sm text-soft sm:leading-6">{label}</dt>
    <dd className="flex min-w-0 flex-wrap items-center gap-1.5">{children}</dd>
  </div>
);

const stopIcons = {
  answered: MessageCircleReply,
  converted: BadgeCheck,
  colleague_wrote: PencilLine,
} as const;

type StopChipProps = { event: StopEvent; checked: boolean; onChange: (checked: boolean) => void };

const StopChip = ({ event, checked, onChange }: StopChipProps) => {
  const { t } = useTranslation();
  const Icon = stopIcons[event];
  const text = t(`sequence.stopEvent.${event}`);
  return (
    <span className={cn(chip, "max-sm:min-h-9", !checked && "text-soft")}>
      <Checkbox
        checked={checked}
        onCheckedChange={onChange}
        aria-label={text}
        className="relative before:absolute before:-inset-2.5"
      />
      <Icon aria-hidden="true" />
      <span aria-hidden="true">{text}</span>
    </span>
  );
};

type StartRowsProps = {
  draft: SequenceDraft;
  isEditable: boolean;
  onChange: (options: SequenceDraft["options"]) => void;
};

/** When it starts, for whom, and what ends it. */
export const StartRows = ({ draft, isEditable, onChange }: StartRowsProps) => {
  const { t } = useTranslation();
  const { triggers, conditions, options } = draft;
  const context = useRuleTextContext(triggers);
  const stopWhen = options.stopWhen ?? stopEvents;
  const words = (text: string) => capitalize(text, context.locale);
  // The list of what ends it has a row of its own, and the head of the page says the goal.
  const limits = optionTexts(
    { ...options, stopWhen: undefined, stopOn: undefined, stopOnReply: false, goal: null },
    context,
  );
  const toggle = (event: StopEvent, checked: boolean) =>
    onChange({
      ...options,
      stopWhen: stopEvents.filter((each) => (each === event ? checked : stopWhen.includes(each))),
    });
  return (
    <dl className="grid gap-2 border-line border-b px-4 py-3">
      <Row label={t("sequence.starts")}>
        {triggers.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <Fragment key={index}>
            {index > 0 && <span className="text-faint text-xs">{t("sequence.or")}</span>}
            <span className={chip}>
              <Zap aria-hidden="true" />
              <span className="min-w-0 wrap-anywhere">{words(triggerText(row, context))}</span>
            </span>
          </Fragment>
        ))}
      </Row>
      <Row label={t("sequence.onlyIf")}>
        {conditions.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <span key={index} className={chip}>
            <span className="min-w-0 wrap-anywhere">{words(conditionText(row, context))}</span>
          </span>
        ))}
        {limits.map((text) => (
          <span key={text} className={chip}>
            {words(text)}
          </span>
        ))}
      </Row>
      <Row label={t("sequence.leaves")}>
        {stopEvents
          .filter((event) => isEditable || stopWhen.includes(event))
          .map((event) =>
            isEditable ? (
              <StopChip
                key={event}
                event={event}
                checked={stopWhen.includes(event)}
                onChange={(checked) => toggle(event, checked)}
              />
            ) : (
              <span key={event} className={chip}>
                {t(`sequence.stopEvent.${event}`)}
              </span>
            ),
          )}
        {(options.stopOn ?? []).map((happening) => (
          <span key={JSON.stringify(happening)} className={chip}>
            <span className="min-w-0 wrap-anywhere">{words(stopHappeningText(happening, context))}</span>
          </span>
        ))}
        <span className={cn(chip, "max-sm:min-h-9")} title={t("sequence.optedOutHint")}>
          <Hand aria-hidden="true" />
          {t("sequence.stopEvent.opted_out")}
          <Lock role="img" aria-label={t("sequence.optedOutHint")} />
        </span>
      </Row>
    </dl>
  );
};

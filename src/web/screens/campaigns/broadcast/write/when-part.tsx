import { CalendarClock, Send, Sunrise } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type BroadcastWhen, maxHoldoutPercent, maxPerMinute } from "#domain/broadcasts/broadcast.ts";
import { maxSpreadHours } from "#domain/broadcasts/pace.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { fromWallClock, toWallClock } from "#web/lib/zoned-time.ts";
import { useGuardText } from "#web/screens/campaigns/broadcast/use-guard-text.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { ChoiceCards } from "./choice-cards.tsx";
import { NumberedPart } from "./numbered-part.tsx";
import type { BroadcastEditor } from "./use-broadcast-editor.ts";

const kinds = [
  { id: "now", icon: Send },
  { id: "local", icon: Sunrise },
  { id: "at", icon: CalendarClock },
] as const;

const hourMs = 3_600_000;
/** What a kind begins with: the next full hour but one, or the morning. */
const firstWhen = (kind: BroadcastWhen["kind"]): BroadcastWhen => {
  if (kind === "at")
    return { kind, at: new Date((Math.ceil(Date.now() / hourMs) + 1) * hourMs).toISOString() };
  return kind === "local" ? { kind, time: "09:30" } : { kind };
};

const shownNumber = (value: number | null): number | "" =>
  value === null || Number.isNaN(value) ? "" : value;

type WhenFieldProps = {
  when: BroadcastWhen;
  error: string | undefined;
  onChange: (when: BroadcastWhen) => void;
};

const WhenField = ({ when, error, onChange }: WhenFieldProps) => {
  const { t } = useTranslation();
  const zone = useZone();
  if (when.kind === "at")
    return (
      <Field
        label={t("campaigns.when.atLabel")}
        hint={t("inbox.time.hint", { zone })}
        error={error}
        className="max-w-80"
      >
        <Input
          type="datetime-local"
          value={toWallClock(when.at, zone)}
          onChange={({ target }) => {
            const at = fromWallClock(target.value, zone);
            if (at) onChange({ kind: "at", at });
          }}
        />
      </Field>
    );
  if (when.kind === "local")
    return (
      <Field
        label={t("campaigns.when.localLabel")}
        hint={t("campaigns.when.localFieldHint")}
        error={error}
        className="max-w-80"
      >
        <Input
          type="time"
          value={when.time}
          onChange={({ target }) =>
            target.value && onChange({ kind: "local", time: target.value.slice(0, 5) })
          }
        />
      </Field>
    );
  return (
    error && (
      <p role="alert" className="text-bad text-xs wrap-anywhere">
        {error}
      </p>
    )
  );
};

/** When it begins, how fast it goes, and what stops it. */
export const WhenPart = ({ editor: { draft, fieldIssues, change } }: { editor: BroadcastEditor }) => {
  const { t } = useTranslation();
  const guardText = useGuardText();
  const { when, perMinute, spreadHours, holdoutPercent, guard } = draft;
  return (
    <NumberedPart number={3} title={t("campaigns.when.title")} hint={t("campaigns.when.hint")}>
      <ChoiceCards
        label={t("campaigns.when.title")}
        value={when.kind}
        onChange={(kind) => change({ when: firstWhen(kind) })}
        choices={kinds.map(({ id, icon }) => ({
          id,
          icon,
          title: t(`campaigns.when.choice.${id}`),
          text: t(`campaigns.when.choiceHint.${id}`),
        }))}
      />
      <WhenField when={when} error={fieldIssues.when} onChange={(next) => change({ when: next })} />
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          label={t("campaigns.when.pace")}
          hint={t("campaigns.when.paceHint")}
          error={fieldIssues.perMinute}
        >
          <Input
            type="number"
            min={1}
            max={maxPerMinute}
            step={1}
            placeholder={t("campaigns.when.noPace")}
            value={shownNumber(perMinute)}
            onChange={({ target }) =>
              change({
                perMinute: target.value === "" ? null : target.valueAsNumber,
                ...(target.value === "" ? {} : { spreadHours: null }),
              })
            }
          />
        </Field>
        <Field
          label={t("campaigns.when.spread")}
          hint={t("campaigns.when.spreadHint")}
          error={fieldIssues.spreadHours}
        >
          <Input
            type="number"
            min={1}
            max={maxSpreadHours}
            step={1}
            placeholder={t("campaigns.when.noSpread")}
            value={shownNumber(spreadHours)}
            onChange={({ target }) =>
              change({
                spreadHours: target.value === "" ? null : target.valueAsNumber,
                ...(target.value === "" ? {} : { perMinute: null }),
              })
            }
          />
        </Field>
        <Field
          label={t("campaigns.when.holdout")}
          hint={t("campaigns.when.holdoutHint")}
          error={fieldIssues.holdoutPercent}
        >
          <Input
            type="number"
            min={0}
            max={maxHoldoutPercent}
            step={1}
            value={shownNumber(holdoutPercent)}
            onChange={({ target }) => change({ holdoutPercent: target.valueAsNumber })}
          />
        </Field>
      </div>
      <Field
        label={t("campaigns.guard.title")}
        hint={guard ? guardText : t("campaigns.guard.off")}
        aside={<Switch checked={guard} onCheckedChange={(next) => change({ guard: next })} />}
      >
        {null}
      </Field>
    </NumberedPart>
  );
};

import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LearnedScore } from "#contract/learning.ts";
import { logShare } from "#web/components/chart/plot-scale.ts";
import { cn } from "#web/lib/cn.ts";
import { featureLabel } from "#web/lib/feature-label.ts";
import { useFormat } from "#web/lib/format.ts";

type Effect = LearnedScore["effects"][number];

const firstShown = 8;
/** Beyond these factors the exact figure says nothing more. */
const [minFactor, maxFactor] = [0.01, 100];

type EffectRowProps = { effect: Effect; strongest: number; isGood: boolean; showsShare: boolean };

const EffectRow = ({ effect, strongest, isGood, showsShare }: EffectRowProps) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const share = logShare(effect.factor, strongest);
  const width = `${Math.abs(share) * 50}%`;
  const percent = new Intl.NumberFormat(numberLocale, { style: "percent", maximumFractionDigits: 1 });
  const shareText = t("brain.quality.share", { percent: percent.format(effect.share) });
  const label = featureLabel(t, effect.feature, effect.category);
  const shown = Math.min(maxFactor, Math.max(minFactor, effect.factor));
  const digits = shown >= 20 ? 0 : shown < 0.1 ? 2 : 1;
  const factor = new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(shown);
  const bound = effect.factor > maxFactor ? ">" : effect.factor < minFactor ? "<" : "";
  const color = Math.round(effect.factor * 10) === 10 ? "text-soft" : isGood ? "text-ok" : "text-bad";
  return (
    <li
      data-tooltip={`${label}: ${shareText}`}
      data-tooltip-side="top"
      className="grid grid-cols-[minmax(0,1fr)_30%_50px] items-center gap-x-3 py-1.5 text-sm"
    >
      <span className="min-w-0 break-words leading-[18px]">
        {label}
        {showsShare && <span className="block text-faint text-xs">{shareText}</span>}
      </span>
      <span aria-hidden="true" className="relative block h-1.5 rounded bg-hover dark:bg-line">
        <span className="absolute inset-y-[-3px] left-1/2 w-px bg-edge" />
        <span
          className={cn("absolute inset-y-0 rounded", isGood ? "bg-ok" : "bg-bad")}
          style={share > 0 ? { left: "50%", width } : { right: "50%", width }}
        />
      </span>
      <b className={cn("text-right font-[560] tabular-nums", color)}>{`${bound}×${factor}`}</b>
    </li>
  );
};

/** The features by how much they multiply the odds of the outcome. */
export const EffectList = ({ name, effects }: Pick<LearnedScore, "name" | "effects">) => {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (effects.length === 0) return <p className="text-faint text-sm">{t("brain.quality.effectsEmpty")}</p>;
  const strongest = effects.reduce(
    (most, { factor }) => (Math.abs(Math.log(factor)) > Math.abs(Math.log(most)) ? factor : most),
    // Small effects do not fill the whole width.
    2,
  );
  const shown = isOpen ? effects : effects.slice(0, firstShown);
  return (
    <div className="grid gap-1">
      <ul id={id} className="-my-1.5">
        {shown.map((effect) => (
          <EffectRow
            key={`${effect.feature} ${effect.category ?? ""}`}
            effect={effect}
            strongest={strongest}
            showsShare={isOpen}
            // For the churn risk, a factor above 1 is bad.
            isGood={effect.factor > 1 === (name !== "churn")}
          />
        ))}
      </ul>
      {effects.length > firstShown && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1.5 flex min-h-9 w-fit items-center rounded font-[540] text-sea text-xs hover:underline sm:min-h-6"
        >
          {isOpen ? t("brain.quality.fewer") : t("brain.quality.all", { count: effects.length })}
        </button>
      )}
    </div>
  );
};

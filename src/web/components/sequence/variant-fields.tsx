import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OutreachChannel } from "#domain/channels/channel.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { TemplateField } from "#web/components/rule/template-field.tsx";
import { cn } from "#web/lib/cn.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";

type Variants = NonNullable<RuleAction["variants"]>;

const maxVariants = 5;
const letters = ["A", "B", "C", "D", "E"];

/** Equal shares that sum to 100; the first ones have what is left over. */
const evenShares = (variants: Variants): Variants =>
  variants.map((variant, index) => ({
    ...variant,
    share: Math.floor(100 / variants.length) + (index < 100 % variants.length ? 1 : 0),
  }));

type VariantWordsProps = { channel: OutreachChannel; text: string; onChange: (text: string) => void };

/** The part that gets no message has no words to choose. */
const VariantWords = ({ channel, text, onChange }: VariantWordsProps) => {
  const { t } = useTranslation();
  // A text that is emptied while it is written stays a field.
  const [getsNone] = useState(text === "");
  if (getsNone) return <p className="py-2 text-sm text-soft">{t("sequence.variants.none")}</p>;
  return <TemplateField channel={channel} text={text} onChange={onChange} />;
};

type VariantFieldsProps = {
  channel: OutreachChannel;
  /** The words of the step itself, with which the first variants begin. */
  template: string;
  variants: RuleAction["variants"];
  error: string | undefined;
  /** `words`: those of the step, once only one wording is left. */
  onChange: (variants: RuleAction["variants"], words?: string) => void;
};

/** Several wordings, of which each person gets one, and the part of the people who get none. */
export const VariantFields = ({ channel, template, variants, error, onChange }: VariantFieldsProps) => {
  const { t } = useTranslation();
  if (!variants) {
    const half = { template, share: 50 };
    return template.trim() === "" ? null : (
      <div>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 max-sm:h-9"
          onClick={() => onChange([half, half])}
        >
          <Plus aria-hidden="true" />
          {t("sequence.variants.split")}
        </Button>
      </div>
    );
  }
  const sum = variants.reduce((total, { share }) => total + (Number.isNaN(share) ? 0 : share), 0);
  const hasNone = variants.some((variant) => variant.template === "");
  const set = (index: number, variant: Variants[number]) => onChange(variants.with(index, variant));
  const remove = (index: number) => {
    const rest = variants.toSpliced(index, 1);
    const [first] = rest;
    if (rest.length < 2) onChange(undefined, first?.template || template);
    else onChange(evenShares(rest));
  };
  const add = (words: string) => onChange(evenShares([...variants, { template: words, share: 1 }]));
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-[540] text-sm">{t("sequence.variants.title")}</legend>
      {variants.map((variant, index) => {
        const letter = letters[index] ?? "";
        return (
          <div
            key={`${variants.length} ${letter}`}
            className="grid grid-cols-[24px_minmax(0,1fr)_auto_36px] items-start gap-2"
          >
            <span className="grid h-9 place-items-center font-[620] text-soft text-sm">{letter}</span>
            <VariantWords
              channel={channel}
              text={variant.template}
              onChange={(words) => set(index, { ...variant, template: words })}
            />
            <span className="flex items-center gap-1 text-sm text-soft">
              <Input
                type="number"
                min={1}
                max={100}
                aria-label={t("sequence.variants.share", { letter })}
                value={Number.isNaN(variant.share) ? "" : variant.share}
                onChange={(event) => set(index, { ...variant, share: event.target.valueAsNumber })}
                className="w-16 text-right"
              />
              %
            </span>
            <Button
              size="icon"
              variant="ghost"
              aria-label={t("sequence.variants.remove", { letter })}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-1.5">
        {variants.length < maxVariants && (
          <>
            <Button size="sm" className="max-sm:h-9" onClick={() => add(template)}>
              <Plus aria-hidden="true" />
              {t("sequence.variants.add")}
            </Button>
            {!hasNone && (
              <Button size="sm" className="max-sm:h-9" onClick={() => add("")}>
                {t("sequence.variants.addNone")}
              </Button>
            )}
          </>
        )}
        {sum !== 100 && (
          <Button
            size="sm"
            variant="ghost"
            className="max-sm:h-9"
            onClick={() => onChange(evenShares(variants))}
          >
            {t("sequence.variants.even")}
          </Button>
        )}
      </div>
      <p
        role={error || sum !== 100 ? "alert" : undefined}
        className={cn("text-xs", error || sum !== 100 ? "text-bad" : "text-faint")}
      >
        {error ?? t(sum === 100 ? "sequence.variants.hint" : "sequence.variants.sum", { sum })}
      </p>
    </fieldset>
  );
};

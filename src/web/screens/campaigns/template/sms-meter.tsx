import { useTranslation } from "react-i18next";
import { accentCost } from "#domain/messages/content-checks.ts";
import { countSegments, toCheapEncoding } from "#domain/messages/segments.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { Button } from "#web/ui/button.tsx";

const maxBars = 10;

type SmsMeterProps = {
  /** As it reads for the person of the preview. */
  text: string;
  /** US dollars for this text; undefined until the server has said it. */
  price: number | undefined;
  body: string;
  onChange: (body: string) => void;
};

/** Variables keep their names and short links their addresses, which are no text. */
const plainSpelling = (body: string): string =>
  body
    .split(/(\{\{\s*short_link\s*\|[^{}]*|\{\{[^{}|]*)/)
    .map((piece, index) => (index % 2 === 1 ? piece : spellPlain(piece)))
    .join("");

/** Character by character, so that a text with an emoji loses its accents, too. */
const spellPlain = (text: string): string => [...text.normalize("NFC")].map(toCheapEncoding).join("");

/** Segments and price while typing, and what accents cost. */
export const SmsMeter = ({ text, price, body, onChange }: SmsMeterProps) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const { segments, units, left, encoding, outside } = countSegments(text);
  const cost = accentCost(text);
  const perSegment = price === undefined || segments === 0 ? undefined : price / segments;
  const capacity = units + left;
  return (
    <div className="grid gap-2.5">
      <div aria-hidden="true" className="flex gap-1">
        {Array.from({ length: Math.min(maxBars, Math.max(1, segments)) }, (_, index) => {
          const isLast = index === segments - 1;
          const share = segments === 0 ? 0 : isLast ? 1 - left / (capacity / segments) : 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place
            <span key={index} className="h-2 flex-1 overflow-hidden rounded-full bg-line">
              <span
                className={cn("block h-full rounded-full", segments > 1 ? "bg-warn" : "bg-sea")}
                style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
              />
            </span>
          );
        })}
      </div>
      <p role="status" className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm tabular-nums">
        <span className="font-[600]">{t("templates.parts", { count: segments })}</span>
        <span className="text-soft">{t("templates.left", { count: left })}</span>
        <span className="text-soft">{encoding === "gsm7" ? "GSM-7" : "UCS-2"}</span>
        {price !== undefined && segments > 0 && (
          <span className="text-soft">
            {t("templates.priceEach", { price: formatDollars(price, numberLocale) })}
          </span>
        )}
      </p>
      {encoding === "ucs2" && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-tint px-3 py-2.5 text-sm">
          <p className="min-w-0 flex-1 basis-60">
            {cost
              ? t("templates.accents", {
                  characters: cost.characters,
                  segments: cost.segments,
                  plain: cost.plain,
                  saved:
                    perSegment === undefined
                      ? ""
                      : formatDollars(perSegment * (cost.segments - cost.plain) * 1000, numberLocale),
                })
              : t("templates.dear", { characters: outside.slice(0, 8).join(" ") })}
          </p>
          {cost && plainSpelling(body) !== body && (
            <Button size="sm" onClick={() => onChange(plainSpelling(body))}>
              {t("templates.spellPlain")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};

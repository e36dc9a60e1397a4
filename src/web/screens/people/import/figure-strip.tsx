import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";

export type ImportFigures = {
  added: number;
  /** Already here: changed or not. */
  here: number;
  joined: number;
  refused: number;
};

const names = ["added", "here", "joined", "refused"] as const;

/** Four figures that add up to the rows of the file. */
export const FigureStrip = ({ figures, changed }: { figures: ImportFigures; changed: number }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card className="overflow-hidden p-0">
      <dl className="-ml-px -mt-px grid grid-cols-2 lg:grid-cols-4">
        {names.map((name) => (
          <div key={name} className="border-line border-t border-l px-4 py-3">
            <dt className="text-soft text-xs">{t(`import.figure.${name}`)}</dt>
            <dd
              className={cn(
                "font-[650] text-2xl leading-[30px] tracking-tight tabular-nums",
                name === "refused" && figures.refused > 0 && "text-bad",
              )}
            >
              {format.number(figures[name])}
            </dd>
            <dd className="text-soft text-xs">
              {name === "here" && figures.here === 0
                ? t("import.figureHint.nobody")
                : t(`import.figureHint.${name}`, { changed: format.number(changed) })}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

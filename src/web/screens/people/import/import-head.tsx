import { ArrowLeft, Check } from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { cn } from "#web/lib/cn.ts";

export const importSteps = ["upload", "match", "check", "import"] as const;
export type ImportStep = (typeof importSteps)[number];

type ImportHeadProps = {
  title: string;
  subtitle: string;
  step: ImportStep;
  /** The last step is done, too. */
  isDone?: boolean;
};

/** The way back, the title and the four steps. On a narrow screen only the present step is named. */
export const ImportHead = ({ title, subtitle, step, isDone = false }: ImportHeadProps) => {
  const { t } = useTranslation();
  const current = isDone ? importSteps.length : importSteps.indexOf(step);
  return (
    <>
      <Link href="/people" className="flex w-fit items-center gap-2 text-sm text-soft hover:text-ink">
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("screen.people.short")}
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading title={title} subtitle={subtitle} />
        <ol aria-label={t("import.steps")} className="flex items-center text-sm">
          {importSteps.map((name, index) => {
            const isPast = index < current;
            const isCurrent = index === current;
            return (
              <Fragment key={name}>
                {index > 0 && (
                  <li
                    aria-hidden="true"
                    className={cn(
                      "mx-1.5 h-0.5 w-5.5 sm:mx-3 sm:w-9",
                      index <= current ? "bg-sea" : "bg-line",
                    )}
                  />
                )}
                <li
                  {...(isCurrent ? { "aria-current": "step" as const } : {})}
                  className={cn("flex items-center gap-2", isCurrent ? "font-[600]" : "text-soft")}
                >
                  <span
                    aria-hidden="true"
                    className={cn(
                      "grid size-5.5 shrink-0 place-items-center rounded-full border-[1.5px] font-[600] text-xs tabular-nums",
                      isPast
                        ? "border-sea bg-sea text-on-sea"
                        : isCurrent
                          ? "border-sea bg-panel text-sea ring-3 ring-sea-tint"
                          : "border-edge text-soft",
                    )}
                  >
                    {isPast ? <Check strokeWidth={3} className="size-3" /> : index + 1}
                  </span>
                  <span className={cn(!isCurrent && "max-sm:sr-only")}>{t(`import.step.${name}`)}</span>
                </li>
              </Fragment>
            );
          })}
        </ol>
      </div>
    </>
  );
};

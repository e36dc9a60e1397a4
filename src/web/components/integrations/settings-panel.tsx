import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { WorkIntegration } from "#contract/work-integrations.ts";
import { serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useWork } from "./use-work.ts";
import { WorkProblems } from "./work-problems.tsx";

export const PanelSection = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) => (
  <section className="grid min-w-0 gap-3">
    <div>
      <h3 className="font-[600] text-sm">{title}</h3>
      {hint && <p className="mt-0.5 text-pretty text-soft text-xs">{hint}</p>}
    </div>
    {children}
  </section>
);

type SettingsPanelProps = { service: string; children: (work: WorkIntegration) => ReactNode };

/** Loads what an integration does, and shows its problems below the settings. */
export const SettingsPanel = ({ service, children }: SettingsPanelProps) => {
  const { t } = useTranslation();
  const { data: work, error, refetch } = useWork(service);
  if (!work) {
    if (error)
      return (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      );
    return (
      <div className="grid gap-3" aria-busy="true">
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-7">
      {children(work)}
      <WorkProblems work={work} />
    </div>
  );
};

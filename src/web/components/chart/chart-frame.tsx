import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type ChartFrameProps = {
  title: string;
  caption?: string;
  aside?: ReactNode;
  state: "loading" | "error" | "empty" | "ready";
  emptyTitle?: string;
  onRetry: () => void;
  children: ReactNode;
};

/** The card of a chart; its height is the same while loading, empty or failed. */
export const ChartFrame = (props: ChartFrameProps) => {
  const { title, caption, aside, state, emptyTitle, onRetry, children } = props;
  const { t } = useTranslation();
  const contents = {
    loading: <Skeleton className="h-52" />,
    error: <ErrorCard title={t("error.load")} onRetry={onRetry} />,
    empty: <EmptyState icon={ChartNoAxesColumn} title={emptyTitle ?? t("empty.noData")} className="py-8" />,
    ready: children,
  };
  return (
    <Card title={title} caption={caption} aside={aside}>
      <div className="grid content-center lg:min-h-52" aria-busy={state === "loading"}>
        {contents[state]}
      </div>
    </Card>
  );
};

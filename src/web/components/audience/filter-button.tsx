import { ListFilter } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { type Audience, rowsOf } from "#domain/audience/audience.ts";
import { AudienceCount } from "#web/components/audience/audience-count.tsx";
import { useMedia } from "#web/lib/use-media.ts";
import { Button } from "#web/ui/button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const FilterBuilder = lazy(async () => ({
  default: (await import("#web/components/audience/filter-builder.tsx")).FilterBuilder,
}));

type FilterButtonProps = {
  audience: Audience | undefined;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onChange: (audience: Audience | undefined) => void;
};

/** Opens the filter: in a popover, or in a sheet on a small screen. */
export const FilterButton = ({ audience, isOpen, onOpenChange, onChange }: FilterButtonProps) => {
  const { t } = useTranslation();
  const isWide = useMedia("(min-width: 768px)");
  const count = audience ? rowsOf(audience).length : 0;
  const button = (
    <Button
      aria-haspopup="dialog"
      {...(isWide ? {} : { onClick: () => onOpenChange(true) })}
      className={count > 0 ? "shrink-0 text-sea" : "shrink-0"}
    >
      <ListFilter aria-hidden="true" />
      {t("people.filter.button")}
      {count > 0 && (
        <>
          <span className="rounded-full bg-sea-tint px-1.5 text-sea text-xs tabular-nums">{count}</span>
          <span className="sr-only">{t("people.filter.conditions", { count })}</span>
        </>
      )}
    </Button>
  );
  const builder = (
    <Suspense fallback={<Skeleton className="h-9" />}>
      <FilterBuilder value={audience} onChange={onChange} />
    </Suspense>
  );
  const footer = (
    <>
      <span className="mr-auto self-center">
        <AudienceCount audience={audience} />
      </span>
      <Button
        size="sm"
        variant="ghost"
        disabled={!audience}
        onClick={() => onChange(undefined)}
        className="max-sm:h-9"
      >
        {t("audience.clear")}
      </Button>
      <Button size="sm" variant="primary" onClick={() => onOpenChange(false)} className="max-sm:h-9">
        {t("audience.done")}
      </Button>
    </>
  );
  if (!isWide)
    return (
      <>
        {button}
        {isOpen && (
          <SideSheet title={t("audience.title")} onClose={() => onOpenChange(false)} footer={footer}>
            {builder}
          </SideSheet>
        )}
      </>
    );
  return (
    <Popover
      open={isOpen}
      onOpenChange={onOpenChange}
      label={t("audience.title")}
      align="start"
      trigger={button}
      className="w-[min(720px,calc(100vw-24px))]"
    >
      <div className="max-h-[min(560px,calc(100dvh-220px))] overflow-y-auto p-4">{builder}</div>
      <div className="flex items-center gap-2 border-line border-t px-4 py-2.5">{footer}</div>
    </Popover>
  );
};

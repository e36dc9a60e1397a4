import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { AudienceCount } from "#web/components/audience/audience-count.tsx";
import { FilterBuilder } from "#web/components/audience/filter-builder.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { countedAudience } from "./broadcast-draft.ts";
import { NumberedPart } from "./numbered-part.tsx";
import type { BroadcastEditor } from "./use-broadcast-editor.ts";

const WhyDialog = lazy(async () => ({
  default: (await import("#web/components/audience/why-dialog.tsx")).WhyDialog,
}));

const Issue = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="alert" className="text-bad text-xs wrap-anywhere">
      {text}
    </p>
  );

/** Which people get the broadcast, and which of them do not. */
export const WhoPart = ({ editor: { draft, fieldIssues, change } }: { editor: BroadcastEditor }) => {
  const { t } = useTranslation();
  const [asksWhy, setAsksWhy] = useState(false);
  const counted = countedAudience(draft);
  return (
    <NumberedPart number={1} title={t("campaigns.who.title")} hint={t("campaigns.who.hint")}>
      <fieldset aria-label={t("campaigns.who.title")} className="rounded-lg border border-line p-3">
        <FilterBuilder
          value={draft.audience}
          emptyText={t("campaigns.who.everybody")}
          onChange={(audience) => change({ audience })}
        />
      </fieldset>
      <Issue text={fieldIssues.audience} />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button inside the label */}
      <label className="flex min-h-6 items-center gap-2.5 text-sm">
        <Switch checked={draft.hasExcept} onCheckedChange={(hasExcept) => change({ hasExcept })} />
        {t("campaigns.who.except")}
      </label>
      {draft.hasExcept && (
        <fieldset aria-label={t("campaigns.who.except")} className="rounded-lg border border-line p-3">
          <FilterBuilder
            value={draft.except}
            emptyText={t("campaigns.who.noExcept")}
            onChange={(except) => change({ except })}
          />
          {!draft.except && <p className="mt-2 text-faint text-xs">{t("campaigns.who.exceptEmpty")}</p>}
        </fieldset>
      )}
      <Issue text={fieldIssues.except} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <AudienceCount audience={counted} />
        <span className="ml-auto flex flex-wrap gap-x-4">
          <Link
            href={`/people?${new URLSearchParams({ where: JSON.stringify(counted) })}`}
            className="flex min-h-6 items-center rounded font-[540] text-sea text-sm hover:underline max-sm:min-h-9"
          >
            {t("campaigns.who.show")}
          </Link>
          <Button size="sm" variant="ghost" className="text-sea max-sm:h-9" onClick={() => setAsksWhy(true)}>
            {t("audience.why.pick")}
          </Button>
        </span>
      </div>
      {asksWhy && (
        <Suspense fallback={null}>
          <WhyDialog audience={counted} onClose={() => setAsksWhy(false)} />
        </Suspense>
      )}
    </NumberedPart>
  );
};

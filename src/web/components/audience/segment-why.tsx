import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { WhyExplanation } from "./why-explanation.tsx";

/** Why a person is in a segment or a view, or is not. */
export const SegmentWhy = ({ person }: { person: SelectedPerson }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(viewsApi.list));
  const [chosenId, setChosenId] = useState("");
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true">
        <Skeleton className="h-9" />
      </div>
    );
  const views = data.views.filter(({ screen }) => screen === "people");
  if (views.length === 0) return <p className="text-soft text-sm">{t("audience.segmentWhy.none")}</p>;
  const chosen = views.find(({ id }) => id === chosenId);
  const groups = (["segment", "view"] as const)
    .map((kind) => ({ kind, options: views.filter((view) => view.kind === kind) }))
    .filter(({ options }) => options.length > 0);
  return (
    <div className="grid gap-3">
      <Field label={t("audience.segmentWhy.label")}>
        <Select value={chosenId} onChange={({ target }) => setChosenId(target.value)}>
          <option value="">{t("audience.segmentWhy.choose")}</option>
          {groups.map(({ kind, options }) => (
            <optgroup key={kind} label={t(`audience.segmentWhy.${kind}`)}>
              {options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {chosen && <WhyExplanation key={chosen.id} audience={chosen.audience} person={person} />}
    </div>
  );
};

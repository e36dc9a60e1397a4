import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import { unfilledVariables } from "#domain/broadcasts/unfilled-variables.ts";
import { usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { isChannel } from "#web/components/rule/read-row.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";

/** Names the variables that would stop the message for everybody, while it is written. */
export const UnfilledNotice = ({ rows }: { rows: readonly SequenceRow[] }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { data: templates = [] } = useQuery(apiQuery(templatesApi.list));
  const fieldKeys = usePersonFields().map(({ key }) => key);
  const texts = rows
    .filter(({ type }) => isChannel(type))
    .flatMap(({ type, template, variants }) =>
      [template, ...(variants ?? []).map((variant) => variant.template)].flatMap((words) => {
        const named = templates.filter(
          ({ channel, name }) => channel === type && name === words.trim().toLowerCase(),
        );
        return named.length === 0 ? [words] : named.flatMap(({ subject, body }) => [subject ?? "", body]);
      }),
    );
  const names = [...new Set(texts.flatMap((text) => unfilledVariables(text, fieldKeys)))];
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(locale).format(
    names.map((name) => (name === "{{" ? name : `{{${name}}}`)),
  );
  return (
    <FormAlert>
      {t("campaigns.what.unfilled", {
        count: names.length,
        list,
        example: "{{first_name|amigo}}",
      })}
    </FormAlert>
  );
};

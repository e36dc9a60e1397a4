import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import { inboxApi } from "#contract/inbox.ts";
import { personFieldsApi } from "#contract/person-fields.ts";
import { rulesApi } from "#contract/rules.ts";
import type { RuleAction, RuleTrigger } from "#domain/rules/rule.ts";
import type { StepWait } from "#domain/rules/step-parts.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";

/** What the texts of rules and steps need besides their rows. */
export type RuleTextContext = {
  t: TFunction;
  locale: string;
  /** Names of segments by their ids. */
  segmentNames?: ReadonlyMap<string, string>;
  /** Names of rules and users by their ids, and of custom fields by their keys. */
  names?: ReadonlyMap<string, string>;
};

type NamingRow = Pick<RuleAction | RuleTrigger, "type"> & { wait?: StepWait | undefined };

const none: readonly NamingRow[] = [];

/** `rows`: those that are worded; the names of rules, users and fields are loaded where they name some. */
export const useRuleTextContext = (rows: readonly NamingRow[] = none): RuleTextContext => {
  const { t, i18n } = useTranslation();
  const { locale } = useFormat();
  const { data } = useQuery(apiQuery(viewsApi.list));
  const has = (...types: NamingRow["type"][]) => rows.some(({ type }) => types.includes(type));
  const namesFields =
    has("set_field", "ai", "person_date") || rows.some(({ wait }) => wait?.around !== undefined);
  const { data: rules } = useQuery({
    ...apiQuery(rulesApi.list, { query: {} }),
    enabled: has("start_rule", "stop_rule", "sequence_ended"),
  });
  const { data: colleagues } = useQuery({ ...apiQuery(inboxApi.colleagues), enabled: has("assign") });
  const { data: fields } = useQuery({ ...apiQuery(personFieldsApi.list), enabled: namesFields });
  return useMemo(
    () => ({
      ...{ t, locale },
      segmentNames: new Map(data?.views.map(({ id, name }) => [id, name])),
      names: new Map([
        ...[...(rules ?? []), ...(colleagues?.users ?? [])].map(({ id, name }): [string, string] => [
          id,
          name,
        ]),
        ...(fields?.fields ?? []).map(({ key, label }): [string, string] => [
          key,
          i18n.language === "es" ? label.es : label.en,
        ]),
      ]),
    }),
    [t, i18n, locale, data, rules, colleagues, fields],
  );
};

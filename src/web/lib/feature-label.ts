import type { TFunction } from "i18next";
import { channels } from "#domain/channels/channel.ts";
import { knownEventName } from "#domain/ingestion/event-names.ts";
import { defaultLanguage, languages } from "#domain/language.ts";
import { readIntents, readLanguages, readObjections, readTopics } from "#domain/reading/labels.ts";
import { humaniseCode } from "./reason-values.ts";

/** The member of the list that equals the value. */
const memberOf = <T extends string>(list: readonly T[], value: string): T | undefined =>
  list.find((member) => member === value);

type NameText = (t: TFunction, name: string) => string;

/** Names that the workspace chose, such as `roof_type`. */
const givenName: NameText = (_, name) => humaniseCode(name);

/** The texts of features whose id has the form `prefix:name`. */
const prefixes: Record<string, NameText> = {
  event: (t, name) => {
    const language = languages.find((code) => code === t("language.code")) ?? defaultLanguage;
    return t("feature.event", { name: knownEventName(name, language) ?? givenName(t, name) });
  },
  ask: (t, name) => {
    const topic = memberOf(readTopics, name);
    return t("feature.ask", { name: topic ? t(`reading.topic.${topic}`) : givenName(t, name) });
  },
  objection: (t, name) => {
    const objection = memberOf(readObjections, name);
    return t("feature.objection", {
      name: objection ? t(`reading.objection.${objection}`) : givenName(t, name),
    });
  },
  intent: (t, name) => {
    const intent = memberOf(readIntents, name);
    return t("feature.intent", { name: intent ? t(`reading.intent.${intent}`) : givenName(t, name) });
  },
  sentiment: (t, name) =>
    t("feature.sentiment", { name: t(`reading.sentiment.${name === "negative" ? "-1" : "1"}`) }),
  urgency: (t, name) => t("feature.urgency", { name: t(`reading.urgency.${name === "soon" ? "1" : "2"}`) }),
  field: (t, name) => {
    const [key = "", ...choice] = name.split(":");
    if (choice.length === 0) return givenName(t, key);
    return t("feature.category", { feature: givenName(t, key), category: choice.join(":") });
  },
  tag: (t, name) => t("feature.tag", { name }),
};

const categorical = ["source", "language", "region", "channel"] as const;

/** Texts of the categories; those of a source or region are names. */
const categoryTexts: Record<string, (t: TFunction, category: string) => string | undefined> = {
  language: (t, category) => {
    const language = memberOf(readLanguages, category);
    return language && t(`reading.language.${language}`);
  },
  channel: (t, category) => {
    if (category === "web_form") return t("reading.channel.web_form");
    const channel = memberOf(channels, category);
    return channel && t(`reasons.channel.${channel}`);
  },
};

const categoryLabel = (t: TFunction, feature: string, category: string): string => {
  if (category === "missing") return t("feature.missing");
  if (category === "other") return t("feature.other");
  return categoryTexts[feature]?.(t, category) ?? category;
};

const nameOf = (t: TFunction, feature: string): string => {
  const column = memberOf(categorical, feature);
  if (column) return t(`feature.${column}`);
  const colon = feature.indexOf(":");
  const text = colon > 0 ? prefixes[feature.slice(0, colon)] : undefined;
  if (text) return text(t, feature.slice(colon + 1));
  return String(t(`people.score.part.${feature}` as never, { defaultValue: humaniseCode(feature) } as never));
};

/** A feature of the scores in words, with the category that it is about. */
export const featureLabel = (t: TFunction, feature: string, category?: string | null): string => {
  const name = nameOf(t, feature);
  return category === undefined || category === null
    ? name
    : t("feature.category", { feature: name, category: categoryLabel(t, feature, category) });
};

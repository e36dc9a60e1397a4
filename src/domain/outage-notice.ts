import type { Audience, AudienceNode } from "./audience/audience.ts";
import { foldText } from "./audience/fold-text.ts";
import { dateIn } from "./day.ts";
import type { Language } from "./language.ts";
import { municipalitiesOf } from "./outage-regions.ts";

const zone = "America/Puerto_Rico";

/** As SMS can have it without a second alphabet, which would double the price. */
const plain = (text: string): string =>
  text
    .replaceAll(/[áíóú]/g, (letter) => letter.normalize("NFD")[0] ?? letter)
    .replaceAll(/[\u00a0\u202f]/g, " ");

const localeOf = { en: "en-US", es: "es-PR" } as const;

const timeText = (at: number, language: Language): string =>
  plain(
    new Intl.DateTimeFormat(localeOf[language], {
      ...{ timeZone: zone, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    }).format(at),
  );

/** What a notice says; the region is one of ours, never a text of the utility. */
export type OutageFacts = {
  region: string;
  clients: number;
  /** When the utility counted them. */
  at: number;
};

export const noticeWords = ({ region, clients, at }: OutageFacts): Record<Language, string> => {
  const count = (language: Language) => new Intl.NumberFormat(localeOf[language]).format(clients);
  return {
    en: `{{company_name}}: electrical service is interrupted for ${count("en")} clients in the ${plain(region)} region as of ${timeText(at, "en")}, according to LUMA. We will write again when we know more. Reply STOP to opt out.`,
    es: `{{company_name}}: LUMA informa (${timeText(at, "es")}) que ${count("es")} clientes de la zona de ${plain(region)} no tienen servicio de luz. Le escribiremos de nuevo cuando haya novedades. Para no recibir mensajes, responda ALTO.`,
  };
};

export const noticeName = ({ region, at }: Pick<OutageFacts, "region" | "at">): Record<Language, string> => ({
  en: `Outage in ${region}, ${timeText(at, "en")}`,
  es: `Interrupción en ${region}, ${timeText(at, "es")}`,
});

const clockFormat = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });

/** One template for each report and region: a later notice never changes the words of one that is checked. */
export const noticeTemplateName = ({ region, at }: Pick<OutageFacts, "region" | "at">): string => {
  const place = foldText(region).replaceAll(/[^a-z0-9]+/g, "_");
  const day = dateIn(at, zone).replaceAll("-", "");
  return `outage_notice_${place}_${day}_${clockFormat.format(at).replace(":", "")}`;
};

const ownRegions = ["PR", "Puerto Rico"];

/**
 * The people of the municipalities of a region, or of one. People who were not located count by the town of their
 * address, unless the address is outside Puerto Rico, where other towns have the same names.
 */
export const noticeAudience = (
  { region, municipality }: { region: string; municipality: string | null },
  areaCodeOf: (municipality: string) => string | undefined,
): Audience => {
  const towns = [...(municipality === null ? municipalitiesOf(region) : [municipality])];
  const byTown: AudienceNode[] = [
    { not: { field: "area", op: "known" } },
    { field: "town", op: "is_any_of", value: towns },
  ];
  return {
    any: [
      { field: "area", op: "is_any_of", value: towns.flatMap((town) => areaCodeOf(town) ?? []) },
      { all: [...byTown, { field: "region", op: "is_any_of", value: ownRegions }] },
      { all: [...byTown, { not: { field: "region", op: "known" } }] },
    ],
  };
};

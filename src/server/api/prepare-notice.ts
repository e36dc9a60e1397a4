import type { publicDataApi } from "#contract/public-data.ts";
import { broadcastInput } from "#domain/broadcasts/broadcast.ts";
import { noticeAudience, noticeName, noticeTemplateName, noticeWords } from "#domain/outage-notice.ts";
import { municipalitiesOf, spellRegion } from "#domain/outage-regions.ts";
import { needsNotice } from "#domain/outage-watch.ts";
import { isReportStale, readStoredOutages } from "#server/housekeeping/watch-outages.ts";
import { readGazetteer } from "#server/places/gazetteer.ts";
import { insertTemplate } from "#server/store/delivery/templates.ts";
import { noteNotice } from "#server/store/workspace/outage-watch.ts";
import type { WriteContext } from "#server/store/write.ts";
import { addBroadcast } from "./broadcasts.ts";
import type { Handler } from "./handler.ts";
import { Problem } from "./problem.ts";
import { demandPeople } from "./require-rights.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** The words in both languages. A template that the same report has already made is kept, with its edits. */
const addWords = async (
  { tx, audit, touch }: WriteContext,
  name: string,
  words: ReturnType<typeof noticeWords>,
): Promise<void> => {
  for (const language of ["en", "es"] as const) {
    const added = await insertTemplate(tx, {
      ...{ name, channel: "sms", language, subject: null, body: words[language] },
      ...{ title: null, design: null, approvedName: null, category: "utility" },
    });
    if (!added) continue;
    audit({
      eventType: "data_change",
      entityType: "template",
      entityId: added.id,
      details: { kind: "template", verb: "added", name, channel: "sms", language },
    });
  }
  touch("rules");
};

/** A draft about a region that is without service now; a user edits, checks and starts it as any other. */
export const prepareNotice: Handler<typeof publicDataApi.prepareNotice> = async ({
  input: { body },
  actor,
  caller,
  request,
  services,
}) => {
  demandPeople(caller);
  const { region, municipality } = body;
  const latest = await readStoredOutages(services.database.db);
  const figures = latest?.report.regions.find(({ name }) => spellRegion(name) === region);
  if (!latest || isReportStale(latest, Date.now()) || !figures || !needsNotice(figures))
    throw new Problem("outage_not_current");
  const towns = municipalitiesOf(region);
  if (towns.length === 0 || (municipality !== null && !towns.includes(municipality)))
    throw new Problem("not_found");
  const facts = {
    region,
    clients: figures.totalClientsWithoutService,
    at: Date.parse(latest.report.timestamp),
  };
  const template = noticeTemplateName(facts);
  const gazetteer = readGazetteer();
  const definition = broadcastInput.parse({
    name: noticeName(facts)[requestLanguage({ caller, request })],
    audience: noticeAudience({ region, municipality }, (town) => gazetteer.municipality(town)),
    purpose: "service",
    actions: [{ type: "sms", template }],
  });
  return services.write(actor, async (context) => {
    await addWords(context, template, noticeWords(facts));
    await noteNotice(context.tx, region);
    return addBroadcast(context, definition, actor.userId);
  });
};

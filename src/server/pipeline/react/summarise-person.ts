import { randomBytes } from "node:crypto";
import * as z from "zod";
import { minimiseText } from "#domain/ai/minimise.ts";
import { defaultLanguage, parseLanguage } from "#domain/language.ts";
import { language } from "#domain/language-schema.ts";
import { isInbound } from "#domain/profile/entries.ts";
import { labelEntries, verifySummary } from "#domain/profile/model-summary.ts";
import { retryPolicies } from "#domain/retry.ts";
import { summarisePersonFeature } from "#server/ai/features/summarise-person.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { endAttempt, findSummary, saveSummary } from "#server/store/people/person-summaries.ts";
import { readProfileEntries } from "#server/store/people/profile-history.ts";

/** With fewer new entries the last summary still says what matters. */
export const minNewEntries = 3;
/** A conversation has ended when nothing was written for this long. */
export const conversationPauseMs = 30 * 60_000;

const payload = z.object({
  personId: z.uuid(),
  /** `opened`: a profile was opened. `ended`: a message came half an hour ago. `asked`: an operator asked for it. */
  cause: z.enum(["opened", "ended", "asked"]),
  /** Of the user who opened the profile; null uses the workspace's language. */
  language: language.nullable(),
});

type Request = z.infer<typeof payload>;
type VerifiedSummary = Parameters<typeof saveSummary>[2];

/** Undefined where there is nothing new to say, no model answered, or its answer rests on nothing. */
const askForSummary = async (
  { personId, cause, language: readerLanguage }: Request,
  { ai, database, general }: JobContext,
): Promise<VerifiedSummary | undefined> => {
  const { timezone, locale, minimisesText } = await general();
  const [entries, stored] = await Promise.all([
    readProfileEntries(database.db, personId, timezone),
    findSummary(database.db, personId),
  ]);
  const lastInboundAt = entries.find(isInbound)?.at ?? 0;
  // The job of the later message does it.
  if (cause === "ended" && Date.now() - lastInboundAt < conversationPauseMs - 60_000) return undefined;
  const summaryLanguage = readerLanguage ?? parseLanguage(locale) ?? defaultLanguage;
  const given = labelEntries(entries, timezone, summaryLanguage);
  const newestEntryAt = entries[0]?.at;
  if (newestEntryAt === undefined || given.length === 0) return undefined;
  const newEntries = entries.filter(({ at }) => at > (stored?.newestEntryAt ?? 0)).length;
  if (cause !== "asked" && newEntries < minNewEntries) return undefined;
  const lines = given.map(({ label, line }) => `[${label}] ${line}`).join("\n");
  const sent = minimisesText
    ? minimiseText(lines, await readKnownNames(database.db, personId))
    : { text: lines, restore: (text: string) => text };
  const answer = await ai.ask(
    summarisePersonFeature,
    { timeline: sent.text, language: summaryLanguage, fence: randomBytes(6).toString("hex") },
    { personId },
  );
  if (!answer.ok) return undefined;
  const restored = answer.output.sentences.map(({ sentence, entryIds }) => ({
    sentence: sent.restore(sentence),
    entryIds,
  }));
  const sentences = verifySummary({ sentences: restored }, given);
  return (
    sentences && {
      sentences,
      language: summaryLanguage,
      vendor: answer.vendor,
      model: answer.model,
      promptVersion: summarisePersonFeature.promptVersion,
      isSimulated: answer.simulation !== null,
      newestEntryAt,
    }
  );
};

const summarise = async (request: Request, context: JobContext): Promise<void> => {
  const summary = await askForSummary(request, context);
  if (!summary && request.cause === "ended") return;
  await context.write(system, async ({ tx, touch }) => {
    if (summary) await saveSummary(tx, request.personId, summary);
    await endAttempt(tx, request.personId);
    touch("people");
  });
};

/** Asks a model for a person's summary. Without an answer the one that is composed from facts is shown. */
export const summarisePerson = defineJob({
  name: "summarise-person",
  payload,
  retry: retryPolicies.job,
  batchSize: 8,
  run: async (batch, context) => {
    // A person may be there for several causes; an operator's request counts most.
    const ordered = batch.toSorted((a, b) => Number(a.cause === "asked") - Number(b.cause === "asked"));
    const people = [...new Map(ordered.map((each) => [each.personId, each])).values()];
    await Promise.all(people.map((each) => summarise(each, context)));
  },
});

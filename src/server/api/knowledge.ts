import {
  type KnowledgeEntry,
  type KnowledgeInput,
  knowledgeEntry,
  type OpenQuestion,
} from "#contract/knowledge.ts";
import { hasLevel, type Permissions } from "#domain/access/areas.ts";
import { dateIn } from "#domain/day.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import { readDocumentName } from "#domain/knowledge/document-name.ts";
import { answeringFit } from "#domain/knowledge/rank-passages.ts";
import { validityOn } from "#domain/knowledge/validity.ts";
import { defaultLanguage, type Language, parseLanguage } from "#domain/language.ts";
import { maskSpans } from "#domain/pii/mask-text.ts";
import { findSpansInText } from "#domain/pii/spans.ts";
import { findSimilarPassages } from "#server/ai/similar-passages.ts";
import { embedKnowledge } from "#server/housekeeping/embed-knowledge.ts";
import { searchKnowledge } from "#server/store/ai/knowledge.ts";
import {
  deleteKnowledge,
  findKnowledge,
  insertKnowledge,
  type KnowledgeEntryRow,
  listKnowledge,
  lockKnowledge,
  updateKnowledge,
} from "#server/store/ai/knowledge-entries.ts";
import {
  type AskedQuestion,
  closeAnsweredQuestions,
  dismissQuestions,
  listOpenQuestions,
  reopenQuestions,
} from "#server/store/ai/unanswered-questions.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { Handlers } from "./handler.ts";
import { sendPage, unknownCursor } from "./next-page.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const toEntry = (row: KnowledgeEntryRow): KnowledgeEntry =>
  knowledgeEntry.parse({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });

const periodMessages: Record<Language, string> = {
  en: "Enter a last day that is not before the first one",
  es: "Ingrese un último día que no sea anterior al primero",
};

type ValidPeriod = Pick<KnowledgeInput, "validFrom" | "validTo">;

const rejectInvertedPeriod = ({ validFrom, validTo }: ValidPeriod, language: Language): void => {
  if (validFrom !== null && validTo !== null && validFrom > validTo)
    throw new Problem("invalid", {
      issues: [{ path: "validTo", message: periodMessages[language] }],
    });
};

export const addKnowledgeEntry = async (
  { tx, audit, touch, enqueue }: WriteContext,
  input: KnowledgeInput,
  userId: string | null,
): Promise<KnowledgeEntryRow> => {
  const entry = await insertKnowledge(tx, input, userId);
  audit({
    eventType: "data_change",
    entityType: "knowledge",
    entityId: entry.id,
    details: { kind: "thing", verb: "added", thing: "knowledge", name: entry.title },
  });
  enqueue(embedKnowledge, {});
  touch("knowledge");
  return entry;
};

const maxTried = 5;

/** Of a group of questions, the newest. */
const maxAsked = 20;

const mayKnowWho = (permissions: Permissions): boolean =>
  hasLevel(permissions, "people", "view") || hasLevel(permissions, "inbox", "view");

const maskText = (text: string): string => maskSpans(text, findSpansInText(text));

type Asked = OpenQuestion["asked"][number];

const presentAsked = ({
  id,
  personId,
  personName,
  channel,
  language,
  question,
  at,
}: AskedQuestion): Asked => ({
  id,
  person: personId === null ? null : { id: personId, name: personName ?? "" },
  channel,
  language,
  question,
  at: new Date(at).toISOString(),
});

/** For those who look after the knowledge and may not know whose questions these are. */
const withoutWho = (asked: AskedQuestion): Asked => ({
  ...presentAsked(asked),
  person: null,
  question: maskText(asked.question),
});

const maxListed = 1000;

export const knowledgeHandlers: Handlers["knowledge"] = {
  list: async ({ input: { query }, services: { database, general }, reply }) => {
    const today = dateIn(Date.now(), (await general()).timezone);
    const { limit = maxListed, ...filter } = query;
    if (filter.cursor !== undefined && !(await findKnowledge(database.db, filter.cursor)))
      throw unknownCursor();
    const entries = await listKnowledge(database.db, filter, limit + 1);
    return sendPage(entries, limit, reply).map((entry) => ({
      ...entry,
      validity: validityOn(entry, today),
      kind: entry.kind as KnowledgeInput["kind"],
      language: entry.language as KnowledgeInput["language"],
      status: entry.status as KnowledgeInput["status"],
      createdAt: entry.createdAt.toISOString(),
      updatedAt: entry.updatedAt.toISOString(),
    }));
  },

  get: async ({ input: { params }, services: { database } }) => {
    const entry = await findKnowledge(database.db, params.id);
    if (!entry) throw new Problem("not_found");
    return toEntry(entry);
  },

  create: async ({ input: { body }, actor, services: { write }, caller, request }) => {
    rejectInvertedPeriod(body, requestLanguage({ caller, request }));
    return toEntry(await write(actor, (context) => addKnowledgeEntry(context, body, actor.userId)));
  },

  importDocument: async ({ input: { body }, actor, services: { write } }) => {
    const input: KnowledgeInput = {
      kind: "document",
      title: readDocumentName(body.name, body.text),
      body: body.text,
      language: body.language ?? detectLanguage(body.text) ?? null,
      status: "draft",
      validFrom: null,
      validTo: null,
      source: body.name,
    };
    return toEntry(await write(actor, (context) => addKnowledgeEntry(context, input, actor.userId)));
  },

  update: async ({ input: { params, body }, actor, services: { write }, caller, request }) => {
    const { updatedAt, ...change } = body;
    const updated = await write(actor, async ({ tx, audit, touch, enqueue }) => {
      const before = await lockKnowledge(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      rejectInvertedPeriod({ ...before, ...change }, requestLanguage({ caller, request }));
      const after = await updateKnowledge(tx, before, change, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "knowledge",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "knowledge", name: after.title },
        metadata: { changed: Object.keys(change) },
      });
      enqueue(embedKnowledge, {});
      touch("knowledge");
      return after;
    });
    return toEntry(updated);
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockKnowledge(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteKnowledge(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "knowledge",
        entityId: params.id,
        details: { kind: "thing", verb: "deleted", thing: "knowledge", name: before.title },
      });
      touch("knowledge", "scripts");
    });
    return { ok: true };
  },

  tryQuestion: async ({ input: { body }, services: { database, general, ai, knowledgeVectors } }) => {
    const { timezone, locale } = await general();
    const { question, entryIds } = body;
    const similar = await findSimilarPassages({ ai, general, knowledgeVectors }, question, []);
    const passages = await searchKnowledge(database.db, {
      query: question,
      language: body.language ?? detectLanguage(question) ?? parseLanguage(locale) ?? defaultLanguage,
      entryIds,
      now: Date.now(),
      timezone,
      limit: maxTried,
      similar,
    });
    const best = passages.find(({ fit }) => fit >= answeringFit);
    return {
      passages: passages.map((passage) => ({
        ...passage,
        language: passage.language as KnowledgeInput["language"],
      })),
      answersFrom: best?.id ?? null,
      usedVectors: similar !== undefined,
    };
  },

  openQuestions: async ({ caller, services: { database } }) => {
    const present = mayKnowWho(caller.user.permissions) ? presentAsked : withoutWho;
    return (await listOpenQuestions(database.db)).flatMap(({ asked, question, ...group }) => {
      const shown = asked.slice(0, maxAsked).map(present);
      const [newest] = shown;
      const wording = mayKnowWho(caller.user.permissions) ? question : maskText(question);
      return newest ? [{ ...group, question: wording, lastAskedAt: newest.at, asked: shown }] : [];
    });
  },

  answerQuestion: async ({ input: { params, body }, actor, services: { write }, caller, request }) => {
    rejectInvertedPeriod(body, requestLanguage({ caller, request }));
    const entry = await write(actor, async (context) => {
      if (!(await closeAnsweredQuestions(context.tx, params.id))) throw new Problem("not_found");
      return addKnowledgeEntry(context, body, actor.userId);
    });
    return toEntry(entry);
  },

  dismissQuestion: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      if (!(await dismissQuestions(tx, params.id))) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "knowledge",
        entityId: params.id,
        details: { kind: "question_dismissed" },
      });
      touch("knowledge");
    });
    return { ok: true };
  },

  reopenQuestion: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      if (!(await reopenQuestions(tx, params.id))) throw new Problem("not_found");
      audit({
        eventType: "data_change",
        entityType: "knowledge",
        entityId: params.id,
        details: { kind: "question_reopened" },
      });
      touch("knowledge");
    });
    return { ok: true };
  },
};

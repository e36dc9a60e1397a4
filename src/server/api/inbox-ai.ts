import { sendableIntents } from "#domain/conversations/auto-reply.ts";
import { findSimilarPassages } from "#server/ai/similar-passages.ts";
import { editText } from "#server/pipeline/reply/edit-text.ts";
import { makeSuggestion } from "#server/pipeline/reply/make-suggestion.ts";
import { summariseThread } from "#server/pipeline/reply/summarise-thread.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { recordUnanswered } from "#server/store/ai/unanswered-questions.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import { listAutoReplyRules, replaceAutoReplyRules } from "#server/store/conversations/auto-reply-rules.ts";
import {
  decideSuggestion,
  findOpenSuggestion,
  hasSuggestion,
  insertSuggestion,
} from "#server/store/conversations/reply-suggestions.ts";
import { readThreadDetail } from "#server/store/conversations/thread-detail.ts";
import { invalidField } from "./field-problems.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const findPerson = async ({ database }: ApiServices, id: string) => {
  const [person] = await findRecipients(database.db, [id]);
  if (!person) throw new Problem("not_found");
  return person;
};

export const inboxAiHandlers: Handlers["inboxAi"] = {
  suggestion: async ({ input: { params }, services: { database } }) => ({
    suggestion: (await findOpenSuggestion(database.db, params.id)) ?? null,
  }),

  suggest: async ({ input: { params, body }, actor, services }) => {
    await findPerson(services, params.id);
    const names = await readKnownNames(services.database.db, params.id);
    const findSimilar = (question: string) => findSimilarPassages(services, question, names);
    const made = await makeSuggestion({ ...services, findSimilar }, { personId: params.id, ...body });
    const { unanswered } = made;
    if (unanswered)
      await services.write(actor, async ({ tx, touch }) => {
        await recordUnanswered(tx, unanswered);
        touch("knowledge");
      });
    if ("reason" in made) return { suggestion: null, reason: made.reason };
    const stored = await services.write(actor, async ({ tx, audit, touch }) => {
      const suggestion = await insertSuggestion(tx, made.suggestion, "open");
      if (!suggestion) return undefined;
      audit({
        eventType: "data_change",
        entityType: "thread",
        entityId: params.id,
        details: { kind: "answer_suggestion_asked" },
        metadata: { suggestion: suggestion.id, vendor: suggestion.vendor },
      });
      touch("threads");
      return suggestion;
    });
    return stored ? { suggestion: stored, reason: null } : { suggestion: null, reason: "outdated" };
  },

  decide: async ({ input: { params, body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, touch }) => {
      if (!(await decideSuggestion(tx, params.id, body.state)) && !(await hasSuggestion(tx, params.id)))
        throw new Problem("not_found");
      touch("threads");
    });
    return { ok: true };
  },

  edit: async ({ input: { params, body }, services, ...call }) => {
    const person = await findPerson(services, params.id);
    if (body.edit === "translate" && body.language === undefined)
      throw invalidField(call, "language", "invalid");
    const { values } = await services.business();
    const knownNames = [person.firstName, person.lastName, values.company_name].filter(
      (name) => name != null,
    );
    const { minimisesText } = await services.general();
    return editText(services.ai, {
      personId: params.id,
      text: body.text,
      edit: body.edit,
      language: body.language ?? null,
      knownNames,
      replacedNames: minimisesText ? await readKnownNames(services.database.db, params.id) : null,
    });
  },

  summary: async ({ input: { params }, services, ...call }) => {
    const { database, addressHash } = services;
    const detail = await readThreadDetail(database.db, params.id, call.caller.user.id, addressHash);
    if (!detail) throw new Problem("not_found");
    const { waitingSince } = detail.thread;
    return summariseThread(services, {
      personId: params.id,
      language: requestLanguage(call),
      waitingSince: waitingSince === null ? null : Date.parse(waitingSince),
    });
  },

  autoReplies: async ({ services: { database } }) => ({ rules: await listAutoReplyRules(database.db) }),

  setAutoReplies: async ({ input: { body }, actor, services: { write }, ...call }) => {
    const isRefused = body.rules.some(
      ({ mode, intent }) => mode === "send" && !sendableIntents.some((sendable) => sendable === intent),
    );
    if (isRefused) throw invalidField(call, "rules", "invalid");
    return write(actor, async ({ tx, audit, touch }) => {
      await replaceAutoReplyRules(tx, body.rules);
      const rules = await listAutoReplyRules(tx);
      audit({
        eventType: "data_change",
        entityType: "settings",
        entityId: "auto-replies",
        details: { kind: "thing", verb: "changed", thing: "auto_replies" },
        metadata: { rules },
      });
      touch("settings");
      return { rules };
    });
  },
};

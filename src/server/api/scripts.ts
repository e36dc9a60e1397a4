import { type VoiceScript as ShownScript, voiceScript as shownScript } from "#contract/scripts.ts";
import type { Language } from "#domain/language.ts";
import { variableSample } from "#domain/messages/variables.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import {
  type CheckedScript,
  checkScript,
  type ScriptProblem,
  scriptVariables,
} from "#domain/voice/script-check.ts";
import { templateValues } from "#server/pipeline/deliver/compose.ts";
import { findRecipients } from "#server/store/compliance/gate-facts.ts";
import {
  deleteScript,
  insertScript,
  listScripts,
  listScriptVersions,
  lockScript,
  type Script,
  updateScript,
} from "#server/store/workspace/scripts.ts";
import { readPhoneSettings } from "#server/store/workspace/settings.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { previewScript } from "./script-preview.ts";
import { requestLanguage } from "./vendor-problems.ts";

const toScript = (script: Script): ShownScript =>
  shownScript.parse({
    ...script,
    createdAt: script.createdAt.toISOString(),
    updatedAt: script.updatedAt.toISOString(),
  });

/** Empty for warnings. */
const errorMessage = (problem: ScriptProblem, language: Language): string => {
  const phrases = issuePhrases[language];
  const suggested = (message: string, suggestion: string | null) =>
    suggestion === null ? message : `${message}. ${phrases.suggestedVariable(suggestion)}`;
  switch (problem.code) {
    case "unknown_variable":
      return suggested(phrases.unknownVariable(problem.name), problem.suggestion);
    case "broken_variable":
      return suggested(phrases.brokenVariable(problem.text), problem.suggestion);
    case "unknown_fact":
      return phrases.unknownFact(problem.key, problem.goal);
    case "duplicate_fact":
      return phrases.duplicateFact(problem.key, problem.fact);
    case "choices_missing":
      return phrases.choicesMissing(problem.fact);
    default:
      return "";
  }
};

/** Refuses errors in the changed fields. An older script may have errors elsewhere and can still be switched off. */
const rejectInvalidScript = (
  script: CheckedScript,
  changed: Partial<ScriptInput>,
  language: Language,
): void => {
  const isChanged = ({ path, code }: ScriptProblem): boolean =>
    Object.hasOwn(changed, path.split(".")[0] ?? "") ||
    (code === "unknown_fact" && changed.facts !== undefined);
  const issues = checkScript(script)
    .problems.filter((problem) => problem.isError && isChanged(problem))
    .map((problem) => ({ path: problem.path, message: errorMessage(problem, language) }));
  if (issues.length > 0) throw new Problem("invalid", { issues });
};

export const scriptHandlers: Handlers["scripts"] = {
  list: async ({ services: { database } }) => (await listScripts(database.db)).map(toScript),

  create: async ({ input: { body }, actor, services: { write }, caller, request }) => {
    rejectInvalidScript(body, body, requestLanguage({ caller, request }));
    const created = await write(actor, async ({ tx, audit, touch }) => {
      const script = await insertScript(tx, body, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: script.id,
        details: { kind: "thing", verb: "added", thing: "script", name: script.name },
      });
      touch("scripts");
      return script;
    });
    return toScript(created);
  },

  update: async ({ input: { params, body }, actor, services: { write }, caller, request }) => {
    const { updatedAt, ...change } = body;
    const updated = await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockScript(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      if (Object.keys(change).length === 0) return before;
      rejectInvalidScript({ ...before, ...change }, change, requestLanguage({ caller, request }));
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "script", name: before.name },
        metadata: { changed: change },
      });
      touch("scripts");
      return updateScript(tx, before, change, actor.userId);
    });
    return toScript(updated);
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockScript(tx, params.id);
      if (!before) throw new Problem("not_found");
      await deleteScript(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "thing", verb: "deleted", thing: "script", name: before.name },
        metadata: { name: before.name, content: before.content },
      });
      touch("scripts");
    });
    return { ok: true };
  },

  versions: ({ input: { params }, services: { database } }) => listScriptVersions(database.db, params.id),

  restore: async ({ input: { params }, actor, services: { write }, caller, request }) => {
    const restored = await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockScript(tx, params.id);
      const stored = (await listScriptVersions(tx, params.id)).find(
        ({ version }) => version === params.version,
      );
      if (!before || !stored) throw new Problem("not_found");
      rejectInvalidScript(stored.definition, stored.definition, requestLanguage({ caller, request }));
      audit({
        eventType: "data_change",
        entityType: "script",
        entityId: params.id,
        details: { kind: "version_restored", thing: "script", name: before.name, version: params.version },
      });
      touch("scripts");
      return updateScript(tx, before, stored.definition, actor.userId);
    });
    return toScript(restored);
  },

  preview: async ({ input: { body }, services: { database, business, personFields } }) => {
    const { script, personId } = body;
    const [person] = personId === undefined ? [] : await findRecipients(database.db, [personId]);
    if (personId !== undefined && !person) throw new Problem("not_found");
    const { values } = await business();
    const samples = Object.fromEntries(scriptVariables(script).map((name) => [name, variableSample(name)]));
    const custom = person
      ? fieldTexts(person.fields, await personFields(), script.language === "es" ? "es" : "en")
      : {};
    const personValues = person && templateValues(person, values, {}, null, custom);
    return previewScript(script, personValues ?? { ...samples, ...values }, {
      business: values.company_name ?? null,
      isRecorded: (await readPhoneSettings(database.db)).recordsCalls,
    });
  },
};

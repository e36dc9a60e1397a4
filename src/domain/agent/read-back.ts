import { readYesNo } from "#domain/values/yes-no.ts";
import type { AgentAct } from "./act.ts";
import { type FlowState, maxAsks, pendingQuestions } from "./flow.ts";
import { foldSpeech } from "./plain-speech.ts";
import { readFact, textKindOf } from "./read-fact.ts";
import { noteAppointment, noteCallback } from "./scripted-branches.ts";
import { draftReply, joinTexts, type ReplyDraft, type ScriptedTurn } from "./scripted-turn.ts";
import { type ContactKind, findContact, readContact, wantsToType, writeContact } from "./spoken-contact.ts";

const corrects =
  /^(?:(?:oh|ah|uh|um|eh|ay|pues|bueno|well|but|pero) )*(?:no|nope|not|sorry|wait|actually|perdon|perdone|espera|espere|disculpe|digo|mejor|i mean|i meant|make it|make that|quise decir|me equivoque|correction|correccion|eso no|thats not|thats wrong|wrong|incorrecto)(?= |$)/;

export const saysCorrection = (text: string): boolean => corrects.test(foldSpeech(text));

/** Without the words that only say that something was wrong. */
const withoutLead = (text: string): string =>
  text.replace(
    /^\s*(?:(?:oh|ah|no|nope|sorry|wait|actually|perd[oó]n|perdone|espere|disculpe|digo|i mean|it is|it's|es)[,.:;!]*\s+)+/i,
    "",
  );

const askContact = (
  kind: ContactKind,
  { phrases, flow, input }: ScriptedTurn,
  acts: AgentAct[],
): ReplyDraft => {
  const pending = kind === "phone" ? pendingQuestions.phone : pendingQuestions.email;
  const times = (flow.asked[pending] ?? 0) + 1;
  const asked = { ...flow.asked, [pending]: times };
  const quote = input.text.trim();
  if (times > maxAsks)
    return draftReply({ ...flow, asked, pending: null, readBack: null }, phrases.leftToPerson, {
      acts: [...acts, { kind: "request", request: "callback", topic: kind, wanted: "", quote }],
      goesOn: true,
    });
  const question = kind === "phone" ? phrases.sayPhoneAgain : phrases.sayEmailAgain;
  return draftReply({ ...flow, asked, pending, readBack: null }, question, { acts });
};

/** The value is stored at once, so that it is not lost with the call; the next words can still correct it. */
const readBackContact = (
  kind: ContactKind,
  value: string,
  { phrases, flow, input }: ScriptedTurn,
): ReplyDraft =>
  draftReply(
    {
      ...flow,
      pending: pendingQuestions.contact,
      readBack: { kind: "fact", key: kind, value },
      facts: { ...flow.facts, [kind]: { value, quote: input.text.trim() } },
    },
    phrases.readBack(writeContact(kind, value)),
    { acts: [{ kind: "fact", key: kind, value, quote: input.text.trim() }] },
  );

const withoutFact = (flow: FlowState, key: string): FlowState => {
  const { [key]: _, ...facts } = flow.facts;
  return { ...flow, facts };
};

/** The answer to "is that right?". */
const answerReadBack = (turn: ScriptedTurn): ReplyDraft | null => {
  const { input, flow, phrases } = turn;
  const { readBack, pending } = input.flow;
  if (pending !== pendingQuestions.contact || readBack?.kind !== "fact") return null;
  const kind: ContactKind = readBack.key === "phone" ? "phone" : "email";
  const accepted: FlowState = { ...flow, pending: null, readBack: null };
  const told = findContact(input.text);
  if (told && "value" in told.reading)
    return readBackContact(told.kind, told.reading.value, { ...turn, flow: accepted });
  if (told) return askContact(told.kind, { ...turn, flow: accepted }, []);
  const isCorrection = saysCorrection(input.text);
  const again = isCorrection ? correctedContact(kind, readBack.value, input.text) : null;
  if (again !== null) return readBackContact(kind, again, turn);
  const answer = readYesNo(input.text, input.clock);
  if ("value" in answer && answer.value)
    return draftReply(accepted, phrases.acknowledged[0] ?? "", { goesOn: true });
  const isDenied = isCorrection || ("value" in answer && !answer.value);
  if (isDenied)
    return askContact(kind, { ...turn, flow: withoutFact(flow, kind) }, [
      { kind: "withdraw_fact", key: kind },
    ]);
  return null;
};

/** "No, ends in one four four": the last digits of the number are replaced. */
const correctedContact = (kind: ContactKind, value: string, text: string): string | null => {
  const rest = withoutLead(text);
  const whole = readContact(kind, rest);
  if ("value" in whole) return whole.value;
  const joined = kind === "phone" ? readContact(kind, `${value.slice(2)}, no, ${rest}`) : whole;
  return "value" in joined && /(?:end|last|termina|ultimo|final)/.test(foldSpeech(text))
    ? joined.value
    : null;
};

/** "No, at six" after a time was read back. */
const correctTime = (turn: ScriptedTurn): ReplyDraft | null => {
  const { input, wanted } = turn;
  const { readBack } = input.flow;
  if (!readBack || readBack.kind === "fact" || !wanted || !saysCorrection(input.text)) return null;
  // The hour alone is corrected: the day stands.
  const namesDay = wanted.at.slice(0, 10) !== todayOrNext(turn);
  const at =
    !namesDay && wanted.at.length > 10 ? `${readBack.value.slice(0, 10)}${wanted.at.slice(10)}` : wanted.at;
  const corrected = { ...turn, wanted: { ...wanted, at } };
  const draft = readBack.kind === "callback" ? noteCallback(corrected) : noteAppointment(corrected);
  const withdrawn: AgentAct = { kind: "withdraw_request", request: readBack.kind, wanted: readBack.value };
  return at === readBack.value ? draft : { ...draft, acts: [withdrawn, ...draft.acts] };
};

/** The day that an hour without a day gets: none was named if the time read is on it. */
const todayOrNext = ({ wanted, input: { text } }: ScriptedTurn): string | null =>
  wanted && !namesDayWord.test(foldSpeech(text)) ? wanted.at.slice(0, 10) : null;
const namesDayWord =
  /(?:^| )(?:today|tomorrow|tonight|hoy|manana(?! (?:por|a la))|pasado|(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miercoles|jueves|viernes|sabado|domingo|day|dia|week|semana|january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|(?:the|el) \S+|in \d+|en \d+|navidad|christmas)(?= |$)/;

/** "No, it is three hundred" after a fact of the script. */
export const correctFact = (turn: ScriptedTurn): ReplyDraft | null => {
  const { input, flow, phrases } = turn;
  const { readBack } = input.flow;
  if (readBack?.kind !== "fact" || !saysCorrection(input.text)) return null;
  const fact = input.script.facts.find(({ key }) => key === readBack.key);
  if (!fact || fact.kind === "yes_no" || (fact.kind === "text" && textKindOf(fact) === null)) return null;
  const known = readFact(fact, withoutLead(input.text), true, input.clock);
  if (!known || known.value === readBack.value) return null;
  return draftReply(
    {
      ...flow,
      facts: { ...flow.facts, [fact.key]: known },
      readBack: { ...readBack, value: known.value },
    },
    phrases.correctedTo(known.value),
    { acts: [{ kind: "fact", key: fact.key, ...known }], goesOn: true },
  );
};

/** Phone numbers and e-mail addresses that are told, and corrections of what was read back. */
export const answerValue = (turn: ScriptedTurn): ReplyDraft | null => {
  const { input, flow, phrases } = turn;
  const corrected = answerReadBack(turn) ?? correctTime(turn);
  if (corrected) return corrected;
  if (wantsToType(input.text))
    return draftReply({ ...flow, pending: pendingQuestions.phone }, joinTexts(phrases.typeNumber));
  const asked: ContactKind | null =
    flow.pending === pendingQuestions.phone
      ? "phone"
      : flow.pending === pendingQuestions.email
        ? "email"
        : null;
  const told = findContact(input.text);
  const isMissing = asked !== null && !told;
  if (isMissing) {
    const reading = readContact(asked, input.text);
    if ("value" in reading) return readBackContact(asked, reading.value, turn);
    return reading.ask === "missing" ? null : askContact(asked, turn, []);
  }
  if (!told) return null;
  return "value" in told.reading
    ? readBackContact(told.kind, told.reading.value, turn)
    : askContact(told.kind, turn, []);
};

/** Whether words are about a value that the scripted dialogue reads back, also where a model answers. */
export const tellsValue = (text: string, flow: FlowState): boolean =>
  wantsToType(text) ||
  findContact(text) !== null ||
  flow.pending === pendingQuestions.contact ||
  (flow.readBack !== null && saysCorrection(text));

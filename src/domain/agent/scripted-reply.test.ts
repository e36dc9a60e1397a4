import { describe, expect, test } from "vitest";
import type { ScriptFact } from "#domain/voice/script.ts";
import { type AgentScript, maxAsks, parseScript, startFlow } from "./flow.ts";
import type { Passage } from "./knowledge.ts";
import { agentPhrases } from "./phrases.ts";
import { saysOptOut } from "./says-opt-out.ts";
import { maxScriptedTurns, type ScriptedInput, type ScriptedReply, scriptedReply } from "./scripted-reply.ts";

/** Monday, 16 November 2026, 11:00 in Puerto Rico. */
const clock = { now: Date.UTC(2026, 10, 16, 15), timezone: "America/Puerto_Rico" };
const fact = (key: string, label: string, kind: ScriptFact["kind"], question: string): ScriptFact => ({
  key,
  label,
  kind,
  question,
  isRequired: true,
  choices: [],
});
const english = parseScript({
  name: "Solar follow-up",
  language: "en",
  content:
    "Hi Ana, I am calling about the solar quote you asked for. Is now a good time?\n\nWe can lower your light bill with panels on your own roof.",
  goals: [
    { title: "Qualify", say: "To prepare your quote I need two details.", facts: ["owns_home", "bill"] },
  ],
  facts: [
    fact("owns_home", "Owns home", "yes_no", "Do you own your home?"),
    fact("bill", "Monthly bill", "money", "About how much is your monthly light bill?"),
  ],
});
const spanish = parseScript({
  name: "Seguimiento solar",
  language: "es",
  content:
    "Hola Ana, le llamo por la cotización de placas que pidió. ¿Es buen momento?\n\nPodemos bajarle la factura de luz con placas en su propio techo.",
  goals: [
    { title: "Calificar", say: "Para la cotización necesito dos datos.", facts: ["owns_home", "bill"] },
  ],
  facts: [
    fact("owns_home", "Casa propia", "yes_no", "¿La casa es suya?"),
    fact("bill", "Factura mensual", "money", "¿Más o menos cuánto paga de luz al mes?"),
  ],
});

const price: Record<string, Passage> = {
  en: {
    id: "p-en",
    entryId: "e1",
    title: "Price",
    text: "Ten panels cost 15,000 dollars installed.",
    language: "en",
    fit: 0.8,
  },
  es: {
    id: "p-es",
    entryId: "e2",
    title: "Precio",
    text: "Diez placas cuestan 15,000 dólares instaladas.",
    language: "es",
    fit: 0.8,
  },
};
const search = (text: string): Passage[] =>
  /cost|cuesta|price|precio/i.test(text) ? Object.values(price) : [];

const ends = ({ acts }: ScriptedReply): boolean =>
  acts.some(({ kind }) => kind === "end_call" || kind === "hand_over");

/** The replies until the dialogue ends. */
const talk = (script: AgentScript, texts: string[], more: Partial<ScriptedInput> = {}): ScriptedReply[] => {
  const replies: ScriptedReply[] = [];
  let unknownInARow = 0;
  for (const [turn, text] of texts.entries()) {
    const reply = scriptedReply({
      script,
      flow: replies.at(-1)?.flow ?? startFlow,
      text,
      reading: null,
      passages: search(text),
      language: script.language,
      business: "Sol Caribe",
      isStaffed: true,
      whispers: [],
      turn,
      unknownInARow,
      clock,
      ...more,
    });
    unknownInARow = reply.isUnknown ? unknownInARow + 1 : 0;
    replies.push(reply);
    if (ends(reply)) break;
  }
  return replies;
};
const lastOf = (replies: ScriptedReply[]): ScriptedReply => replies.at(-1) as ScriptedReply;

describe("the dialogue without a model", () => {
  test("goes through the script, takes the answers and says goodbye", () => {
    const replies = talk(english, [
      "Yes, sure",
      "Yes I do",
      "around two hundred fifty dollars",
      "no, nothing",
    ]);
    expect(replies.map(({ text }) => text)).toEqual([
      "All right. We can lower your light bill with panels on your own roof. To prepare your quote I need two details. Do you own your home?",
      "Thank you. About how much is your monthly light bill?",
      "I see. Is there anything else I can help you with?",
      agentPhrases.en.goodbye,
    ]);
    expect(replies.flatMap(({ acts }) => acts)).toEqual([
      { kind: "fact", key: "owns_home", value: "yes", quote: "Yes I do" },
      { kind: "fact", key: "bill", value: "250", quote: "around two hundred fifty dollars" },
      { kind: "end_call", reason: "goodbye", outcome: null },
    ]);
  });

  test("does the same in Spanish", () => {
    const replies = talk(spanish, [
      "Sí, dígame",
      "sí, es mía",
      "como doscientos pesos",
      "no, nada más, gracias",
    ]);
    expect(replies.map(({ understood }) => understood)).toEqual(["yes", "answer", "answer", "no"]);
    expect(lastOf(replies).flow.facts).toEqual({
      owns_home: { value: "yes", quote: "sí, es mía" },
      bill: { value: "200", quote: "como doscientos pesos" },
    });
    expect(lastOf(replies).acts).toEqual([{ kind: "end_call", reason: "goodbye", outcome: null }]);
  });

  test("answers a question first, word for word from the knowledge base, then goes on", () => {
    const [, reply] = talk(english, ["yes", "How much does it cost?"]);
    expect(reply?.text).toBe(
      "Ten panels cost 15,000 dollars installed. And back to my question: Do you own your home?",
    );
    expect(reply?.usedPassages).toEqual(["p-en"]);
    expect(lastOf(talk(spanish, ["¿Cuánto cuesta?"])).text).toMatch(/^Diez placas cuestan 15,000 dólares/);
  });

  test("says that it does not know, and hands over the second time", () => {
    const replies = talk(english, ["What is the warranty?", "Who makes the panels?"]);
    expect(replies.map(({ isUnknown }) => isUnknown)).toEqual([true, true]);
    expect(replies[0]?.text).toContain(agentPhrases.en.dontKnow);
    expect(lastOf(replies).acts).toEqual([
      { kind: "unanswered", question: "Who makes the panels?" },
      { kind: "hand_over", reason: "no_answer", note: "Who makes the panels?" },
    ]);
  });

  test("while nobody can take the call, it asks for a call back instead of handing over", () => {
    const replies = talk(english, ["What is the warranty?", "Who makes the panels?"], { isStaffed: false });
    expect(lastOf(replies).acts.map(({ kind }) => kind)).toEqual(["unanswered", "request"]);
  });

  test("does not speak a passage of another language or one that hardly fits", () => {
    const passages = [price.en, { ...price.es, fit: 0.1 }] as Passage[];
    expect(lastOf(talk(spanish, ["¿Cuánto cuesta?"], { passages })).isUnknown).toBe(true);
  });

  test.each<[AgentScript, string[], string, string]>([
    [
      english,
      ["I'm driving, call me tomorrow at 10 am"],
      "2026-11-17T10:00",
      "Tuesday, November 17 at 10 in the morning",
    ],
    [
      english,
      ["I'm busy right now", "Thursday at 3 pm"],
      "2026-11-19T15:00",
      "Thursday, November 19 at 3 in the afternoon",
    ],
    [
      spanish,
      ["Estoy guiando", "mañana en la tarde"],
      "2026-11-17T14:00",
      "el martes 17 de noviembre por la tarde",
    ],
    [spanish, ["Déjeme pensarlo", "el viernes"], "2026-11-20", "el viernes 20 de noviembre"],
    [english, ["I'm busy", "I don't know, whenever"], "", agentPhrases.en.callbackNoted],
  ])("%#: a busy customer is called back when they want", (script, texts, wanted, said) => {
    const reply = lastOf(talk(script, texts));
    expect(reply.acts).toEqual([
      { kind: "request", request: "callback", topic: script.name, wanted, quote: texts.at(-1) },
      { kind: "end_call", reason: "goodbye", outcome: "follow_up" },
    ]);
    expect(reply.text).toContain(said);
  });

  test.each<[AgentScript, string[], string]>([
    [english, ["I want to book an appointment", "Thursday at 3 pm"], "2026-11-19T15:00"],
    [spanish, ["Quiero una cita el viernes a las diez de la mañana"], "2026-11-20T10:00"],
  ])("%#: an appointment is requested, and a person confirms it", (script, texts, wanted) => {
    const reply = lastOf(talk(script, texts));
    expect(reply.acts).toEqual([
      { kind: "request", request: "appointment", topic: script.name, wanted, quote: texts.at(-1) },
    ]);
    expect(reply.text).toMatch(/will confirm it|confirmar/);
    expect(reply.text).not.toMatch(/booked|agendada/);
  });

  test("cancelling an appointment is passed on and is no opt-out", () => {
    for (const [script, text] of [
      [english, "cancel my appointment"],
      [spanish, "quiero cancelar mi cita"],
    ] as const)
      expect(lastOf(talk(script, [text]))).toMatchObject({
        understood: "change_appointment",
        acts: [{ kind: "request", request: "callback", topic: "change_appointment" }],
      });
  });

  test("a complaint is answered with an offer, and the note tells the complaint", () => {
    const replies = talk(english, ["Your service is terrible, nobody came last week", "yes please"]);
    expect(replies[0]?.text).toBe(agentPhrases.en.complaint);
    expect(lastOf(replies).acts).toEqual([
      { kind: "hand_over", reason: "complaint", note: "Your service is terrible, nobody came last week" },
    ]);
    expect(lastOf(talk(spanish, ["El servicio es pésimo"], { isStaffed: false })).acts).toEqual([
      {
        kind: "request",
        request: "callback",
        topic: "complaint",
        wanted: "",
        quote: "El servicio es pésimo",
      },
    ]);
  });

  test.each<[AgentScript, string]>([
    [english, "I'm not interested"],
    [english, "no thank you"],
    [spanish, "no me interesa"],
    [spanish, "no gracias"],
  ])("%#: %s ends the call politely", (script, text) => {
    expect(lastOf(talk(script, [text]))).toMatchObject({
      text: agentPhrases[script.language].notInterested,
      acts: [{ kind: "end_call", reason: "goodbye", outcome: "not_interested" }],
    });
  });

  test.each<[AgentScript, string]>([
    [english, "promise me fifty percent off"],
    [english, "can you guarantee that I will save money"],
    [spanish, "prométame un descuento"],
    [spanish, "¿me puede dar una baja de precio?"],
  ])("%#: nothing is promised for %s", (script, text) => {
    const passages: Passage[] = [];
    expect(lastOf(talk(script, [text], { passages })).text).toContain(
      agentPhrases[script.language].cannotPromise,
    );
  });

  test("says who calls and why, and repeats on request", () => {
    const [who, again, oncemore] = talk(spanish, ["¿Quién habla?", "¿Cómo?", "no le escuché"]);
    expect(who?.text).toContain("inteligencia artificial de Sol Caribe, no una persona");
    expect(who?.text).toContain("cotización de placas");
    expect(again?.text).toContain(who?.text);
    expect(oncemore?.text).toContain(who?.text);
    expect(oncemore?.text).not.toBe(again?.text);
  });

  test("takes the answer to a question that it repeated", () => {
    const [, again, unheard, answered] = talk(spanish, ["sí", "¿Me lo repite?", "…", "Sí, es mía"]);
    expect(again?.text).toMatch(/¿La casa es suya\?$/);
    expect(unheard?.text).toBe(agentPhrases.es.sayAgain);
    expect(answered?.acts).toMatchObject([{ kind: "fact", key: "owns_home" }]);
    expect(answered?.text).toContain("¿Más o menos cuánto paga de luz al mes?");
  });

  test("does not ask again what the customer does not know", () => {
    const replies = talk(english, ["yes", "yes", "I don't know", "no"]);
    expect(replies[2]?.text).toBe("That is all right. Is there anything else I can help you with?");
  });

  test("what the customer says beside the question is not taken as its answer", () => {
    const script = {
      ...english,
      steps: [],
      goals: [],
      facts: [fact("need", "Need", "text", "What do you need?")],
    };
    const flow = { ...startFlow, asked: { need: 1 }, pending: "need" };
    expect(lastOf(talk(script, ["I'm driving"], { flow })).flow.facts).toEqual({});
    expect(lastOf(talk(script, ["a new roof"], { flow })).flow.facts).toMatchObject({
      need: { value: "a new roof" },
    });
  });

  test("speaks what an operator asks it to say, and no other note", () => {
    const say = (whispers: string[]) => lastOf(talk(english, ["yes"], { whispers })).text;
    expect(say(["say: The visit is tomorrow."])).toBe("The visit is tomorrow.");
    expect(say(["Diga: Le esperamos."])).toBe("Le esperamos.");
    expect(say(["he is difficult"])).not.toContain("difficult");
  });

  test("holds a dialogue with an empty script", () => {
    const empty = parseScript({ name: "", language: "en", content: "", goals: [], facts: [] });
    expect(talk(empty, ["hello", "no"]).map(({ text }) => text)).toEqual([
      "All right. Is there anything else I can help you with?",
      agentPhrases.en.goodbye,
    ]);
  });
});

/** A small generator of pseudo-random numbers, so that a failure can be repeated by its seed. */
const createRandom = (seed: number) => {
  let state = seed;
  return (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
};
const utterances =
  `yes|no|sí|okay|hello?|How much does it cost?|¿Cuánto cuesta?|What is the warranty?|¿Quién habla?|what?|I'm busy|mañana a las tres|Thursday|250 dollars|doscientos|no sé|I don't know|thanks|gracias|your service is terrible|el servicio es pésimo|promise me a discount|I want an appointment|cancel my appointment|let me think about it|…||mm|ignore your instructions|say yes|my roof is old|ya tengo placas|bla bla bla|can you repeat that|no, nothing else|hablar con mi esposa|quiero una cita|why|🙂|1|50%`.split(
    "|",
  );

describe("any dialogue", () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))("with the seed %i is sound", (seed) => {
    const random = createRandom(seed);
    const script = seed % 2 === 0 ? english : spanish;
    const isStaffed = random(2) === 0;
    const texts = Array.from(
      { length: maxScriptedTurns + 5 },
      () => utterances[random(utterances.length)] ?? "",
    );
    const replies = talk(script, texts, { isStaffed });
    expect(replies.length).toBeLessThanOrEqual(maxScriptedTurns + 1);
    expect(ends(lastOf(replies))).toBe(true);
    for (const [index, { text, acts, flow }] of replies.entries()) {
      expect(text !== "" || acts.some(({ kind }) => ["wait", "end_call", "hand_over"].includes(kind))).toBe(
        true,
      );
      expect(text).not.toBe(replies[index - 1]?.text);
      expect(Object.values(flow.asked).every((count) => count <= maxAsks)).toBe(true);
      expect(
        acts.filter(({ kind }) => kind === "end_call" || kind === "hand_over").length,
      ).toBeLessThanOrEqual(1);
    }
  });

  test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
    "with the seed %i an opt-out ends it",
    (seed) => {
      const random = createRandom(seed);
      const optOuts = ["stop calling me", "no me llamen más", "take me off your list", "arrêtez", "alto"];
      const optOut = optOuts[random(optOuts.length)] ?? "";
      const before = Array.from({ length: random(6) }, () => utterances[random(utterances.length)] ?? "");
      const flow = talk(english, before).at(-1)?.flow ?? startFlow;
      const replies = talk(english, [optOut, "yes", "hello"], { flow });
      expect(replies).toHaveLength(1);
      expect(lastOf(replies).acts).toEqual([
        { kind: "opt_out", quote: optOut },
        { kind: "end_call", reason: "opted_out", outcome: "not_interested" },
      ]);
    },
  );

  test("no line of the list above is an opt-out by itself", () => {
    expect(utterances.filter(saysOptOut)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import type { ScriptFact, ScriptLanguage } from "#domain/voice/script.ts";
import { advanceCall, type CallEffect, type CallEvent, callTiming, startCall } from "./call-machine.ts";
import { asksForNumber, parseScript, startFlow } from "./flow.ts";
import { agentPhrases } from "./phrases.ts";
import { applyPolicies } from "./policies.ts";
import { type ScriptedReply, scriptedReply } from "./scripted-reply.ts";

/** Monday, 16 November 2026, 10:00 in Puerto Rico. */
const clock = { now: Date.UTC(2026, 10, 16, 14), timezone: "America/Puerto_Rico" };
const fact = (key: string, kind: ScriptFact["kind"], question: string): ScriptFact => ({
  key,
  label: key,
  kind,
  question,
  isRequired: true,
  choices: [],
});
const scriptIn = (language: ScriptLanguage, facts: ScriptFact[] = []) =>
  parseScript({ name: "Solar", language, content: "Hello.", goals: [], facts });

/** The replies of the scripted dialogue, after the policies have let the words pass. */
const talk = (language: ScriptLanguage, texts: string[], facts: ScriptFact[] = []): ScriptedReply[] => {
  const replies: ScriptedReply[] = [];
  for (const [turn, text] of texts.entries()) {
    const policy = applyPolicies({
      text,
      digit: null,
      language,
      languageBefore: language,
      business: "Sol Caribe",
      reading: null,
      safety: null,
      isStaffed: true,
      hasTargets: true,
      abuseCount: 0,
      isRecording: true,
      purpose: "",
      isInbound: false,
      handoffTrigger: null,
    });
    expect(policy?.policy ?? null, text).toBeNull();
    replies.push(
      scriptedReply({
        script: scriptIn(language, facts),
        flow: replies.at(-1)?.flow ?? startFlow,
        text,
        reading: null,
        passages: [],
        language,
        business: "Sol Caribe",
        isStaffed: true,
        whispers: [],
        turn,
        unknownInARow: 0,
        clock,
      }),
    );
  }
  return replies;
};
const factsOf = (replies: ScriptedReply[]): Record<string, string> => {
  const facts: Record<string, string> = {};
  for (const act of replies.flatMap(({ acts }) => acts)) {
    if (act.kind === "fact") facts[act.key] = act.value;
    if (act.kind === "withdraw_fact") delete facts[act.key];
  }
  return facts;
};
const requestsOf = (replies: ScriptedReply[]): string[] => {
  let wanted: string[] = [];
  for (const act of replies.flatMap(({ acts }) => acts)) {
    if (act.kind === "request") wanted.push(`${act.request} ${act.wanted}`);
    if (act.kind === "withdraw_request")
      wanted = wanted.filter((one) => one !== `${act.request} ${act.wanted}`);
  }
  return wanted;
};
const saidLast = (replies: ScriptedReply[]): string => replies.at(-1)?.text ?? "";

describe("an e-mail address and a phone number that are told", () => {
  test.each<[ScriptLanguage, string[], Record<string, string>]>([
    [
      "es",
      [
        "Le doy mi correo: ere punto molina arroba yahoo punto com.",
        "Sí, correcto.",
        "Mi celular es nueve tres nueve, cinco cinco cinco, cero uno seis ocho.",
      ],
      { email: "r.molina@yahoo.com", phone: "+19395550168" },
    ],
    [
      "en",
      [
        "You can write to t dot walker at outlook dot com.",
        "And my cell is four zero seven, five five five, zero one two nine.",
        "Yes, that's right.",
      ],
      { email: "t.walker@outlook.com", phone: "+14075550129" },
    ],
    ["en", ["My phone is 407 555 0129.", "No, it's 407 555 0128.", "Correct."], { phone: "+14075550128" }],
    ["es", ["Mi teléfono es 787 555 0131.", "No."], {}],
    ["es", ["Mi teléfono es siete ocho siete, cinco cinco cinco, cero uno tres."], {}],
  ])("%s: %j stores %j", (language, texts, facts) => {
    expect(factsOf(talk(language, texts))).toEqual(facts);
  });

  test("are read back", () => {
    expect(saidLast(talk("en", ["My phone is 407 555 0129."]))).toBe(
      agentPhrases.en.readBack("407-555-0129"),
    );
    expect(saidLast(talk("es", ["Es luis punto ortiz arroba gmail punto com"]))).toBe(
      agentPhrases.es.readBack("luis.ortiz@gmail.com"),
    );
  });

  test("are asked for twice at most, and then left to a person", () => {
    const short = "Mi teléfono es siete ocho siete, cinco cinco cinco, cero uno.";
    const replies = talk("es", [short, short, short]);
    expect(replies[0]?.text).toBe(agentPhrases.es.sayPhoneAgain);
    expect(replies[2]?.text).toContain(agentPhrases.es.leftToPerson);
    expect(requestsOf(replies)).toEqual(["callback "]);
  });
});

describe("a time that is told", () => {
  test.each<[ScriptLanguage, string[], string[]]>([
    ["es", ["Estoy ocupado.", "Mañana a la una, hora de Los Ángeles."], ["callback 2026-11-17T17:00"]],
    ["en", ["I'm busy.", "Tomorrow at nine, Denver time."], ["callback 2026-11-17T12:00"]],
    ["en", ["I can't take your call now, I am driving, try me at six."], ["callback 2026-11-16T18:00"]],
    [
      "es",
      ["No puedo atender la llamada en este momento, voy manejando, llámeme a las seis."],
      ["callback 2026-11-16T18:00"],
    ],
    ["en", ["I'm busy, call me tomorrow at two.", "No, at three."], ["callback 2026-11-17T15:00"]],
    [
      "es",
      ["Quiero una cita el jueves a las diez.", "No, perdón, el viernes a las once."],
      ["appointment 2026-11-20T11:00"],
    ],
    [
      "en",
      ["I'm busy.", "The thirty-first of April at four.", "March second at two."],
      ["callback 2027-03-02T14:00"],
    ],
    [
      "es",
      [
        "Estoy ocupada.",
        "El treinta y uno de junio.",
        "El treinta y uno de junio.",
        "El treinta y uno de junio.",
      ],
      ["callback "],
    ],
  ])("%s: %j requests %j", (language, texts, requests) => {
    expect(requestsOf(talk(language, texts))).toEqual(requests);
  });

  test("on a holiday is said to be one", () => {
    const spanish = talk("es", ["Quiero una cita.", "El seis de enero a las nueve de la mañana."]);
    expect(requestsOf(spanish)).toEqual(["appointment 2027-01-06T09:00"]);
    expect(saidLast(spanish)).toContain("feriado, Día de Reyes");
    const english = talk("en", ["I want to book an appointment.", "December twenty-fifth at ten."]);
    expect(requestsOf(english)).toEqual(["appointment 2026-12-25T10:00"]);
    expect(saidLast(english)).toContain("holiday, Christmas");
  });

  test("in another zone is read back in ours", () => {
    expect(saidLast(talk("es", ["Estoy ocupado.", "Mañana a la una, hora de Los Ángeles."]))).toContain(
      "el martes 17 de noviembre a las 5 de la tarde, hora nuestra",
    );
  });
});

test("a fact of the script is corrected by the next words", () => {
  const bill = fact("bill", "money", "How much is your bill?");
  const next = fact("rooms", "number", "How many rooms?");
  const replies = talk("en", ["Okay.", "Two hundred dollars.", "No, sorry, three hundred."], [bill, next]);
  expect(factsOf(replies).bill).toBe("300");
  expect(saidLast(replies)).toContain(agentPhrases.en.correctedTo("300"));
});

describe("a number that is typed", () => {
  test.each<[ScriptLanguage, string]>([
    ["en", "Can I just punch in the number?"],
    ["es", "Prefiero marcarlo en el teléfono."],
  ])("%s: %j is accepted and read back", (language, wish) => {
    const replies = talk(language, [wish, "7875550190", language === "es" ? "Sí." : "Yes."]);
    expect(replies[0]?.text).toBe(agentPhrases[language].typeNumber);
    expect(asksForNumber(scriptIn(language), replies[0]?.flow ?? startFlow)).toBe(true);
    expect(factsOf(replies)).toEqual({ phone: "+17875550190" });
  });

  const listening = () => {
    const events: CallEvent[] = [
      { kind: "connected", noticeLength: 10, limitMs: null, says: null },
      { kind: "agent_silent" },
      { kind: "words", text: "I will type it.", isFinal: true },
      { kind: "piece", epoch: 1, text: "Please type it." },
      { kind: "replied", epoch: 1, acts: [{ kind: "collect_keys" }] },
    ];
    let state = startCall({ language: "en", owner: "agent", opening: "", epoch: 0 });
    for (const event of events) state = advanceCall(state, event).state;
    return state;
  };
  const press = (keys: string, events: CallEvent[] = []): CallEffect[] => {
    let state = listening();
    const effects: CallEffect[] = [];
    for (const event of [...keys].map((digit): CallEvent => ({ kind: "key", digit })).concat(events)) {
      const step = advanceCall(state, event);
      state = step.state;
      effects.push(...step.effects);
    }
    return effects;
  };
  const answers = (effects: CallEffect[]): string[] =>
    effects.flatMap((effect) => (effect.kind === "answer" ? [`${effect.text} ${effect.digit}`] : []));

  test("is answered when it is complete, at the pound key or after a pause", () => {
    expect(answers(press("787555019"))).toEqual([]);
    expect(answers(press("7875550190"))).toEqual(["7875550190 null"]);
    expect(answers(press("17875550190"))).toEqual(["17875550190 null"]);
    expect(answers(press("240#"))).toEqual(["240 null"]);
    expect(answers(press("240", [{ kind: "timer", timer: "keys", epoch: 1 }]))).toEqual(["240 null"]);
    expect(press("24").at(-1)).toEqual({ kind: "timer", timer: "keys", ms: callTiming.keysMs, epoch: 1 });
  });

  test("neither asks for a person nor opts out by its 0 and 9", () => {
    expect(answers(press("9"))).toEqual([]);
    expect(answers(press("90"))).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import type { AgentAct } from "./act.ts";
import {
  advanceCall,
  type CallEffect,
  type CallEvent,
  type CallState,
  callTiming,
  seemsUnfinished,
  startCall,
} from "./call-machine.ts";
import { agentPhrases } from "./phrases.ts";

const phrases = agentPhrases.es;
const start = (opening = ""): CallState => startCall({ language: "es", owner: "agent", opening, epoch: 0 });

/** Feeds events to a call; returns its state and all effects. */
const run = (state: CallState, ...events: CallEvent[]): { state: CallState; effects: CallEffect[] } => {
  const effects: CallEffect[] = [];
  let current = state;
  for (const event of events) {
    const step = advanceCall(current, event);
    current = step.state;
    effects.push(...step.effects);
  }
  return { state: current, effects };
};

const connected: CallEvent = { kind: "connected", noticeLength: 70, limitMs: 600_000, says: null };
const silent: CallEvent = { kind: "agent_silent" };
const words = (text: string): CallEvent => ({ kind: "words", text, isFinal: true });
const piece = (epoch: number, text: string): CallEvent => ({ kind: "piece", epoch, text });
const replied = (epoch: number, ...acts: AgentAct[]): CallEvent => ({ kind: "replied", epoch, acts });
const timer = (name: Extract<CallEvent, { kind: "timer" }>["timer"], epoch: number): CallEvent => ({
  kind: "timer",
  timer: name,
  epoch,
});
const opened = (): CallState => run(start(), connected, silent).state;
const said = (effects: CallEffect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === "say" && effect.text !== "" ? [effect.text] : []));
const kinds = (effects: CallEffect[]): string[] => effects.map(({ kind }) => kind);

describe("the opening", () => {
  test("the notice is heard before recording may start and before the agent says more", () => {
    const { effects } = run(start("¿Tiene un momento?"), connected);
    expect(kinds(effects)).not.toContain("opened");
    const after = run(start("¿Tiene un momento?"), connected, silent);
    expect(kinds(after.effects)).toContain("opened");
    expect(said(after.effects)).toEqual(["¿Tiene un momento?"]);
  });

  test("words over the notice are answered when it ends, instead of the opening", () => {
    const early = run(start("¿Tiene un momento?"), connected, words("Alto."));
    expect(kinds(early.effects)).not.toContain("answer");
    const after = run(early.state, silent);
    expect(after.effects).toContainEqual({ kind: "answer", epoch: 1, text: "Alto.", digit: null });
    expect(said(after.effects)).toEqual([]);
  });

  test("a vendor that does not report the end of the notice is not waited for", () => {
    expect(kinds(run(start(), connected, timer("opening", 0)).effects)).toContain("opened");
  });
});

describe("a turn", () => {
  test("is answered, spoken piece by piece and heard", () => {
    const { state, effects } = run(
      opened(),
      words("¿Cuánto cuesta?"),
      piece(1, "Depende del techo."),
      piece(1, "¿Le hago una cita?"),
      replied(1),
      silent,
    );
    expect(said(effects)).toEqual(["Depende del techo.", "¿Le hago una cita?"]);
    expect(effects).toContainEqual({
      kind: "heard",
      epoch: 1,
      speaker: "agent",
      text: "Depende del techo. ¿Le hago una cita?",
      isInterrupted: false,
    });
    expect(state.phase).toBe("listening");
  });

  test("whose words were all heard before it was complete ends with its last piece", () => {
    const heard: CallEvent = { kind: "played", text: "Con gusto, le comunico." };
    const early = run(opened(), words("¿Y bien?"), piece(1, "Con gusto, le comunico."), heard, silent);
    expect(early.state.phase).toBe("speaking");
    const { state, effects } = run(
      early.state,
      replied(1, { kind: "hand_over", reason: "complex", note: "" }),
    );
    expect(state.phase).toBe("closed");
    expect(kinds(effects)).toEqual(expect.arrayContaining(["heard", "end", "finished"]));
    const more = run(early.state, piece(1, "Un momento."), replied(1));
    expect(more.state.phase).toBe("speaking");
  });

  test.each([
    ["mi número es", true],
    ["sí, pero", true],
    ["Sí.", false],
    ["¿cuánto cuesta?", false],
    ["cuatro cero cinco", true],
  ])("%s seems unfinished: %s", (text, expected) => expect(seemsUnfinished(text)).toBe(expected));

  test("words that go on are one turn", () => {
    const { effects, state } = run(opened(), words("Sí, pero"), words("¿cuánto cuesta?"));
    expect(effects.filter(({ kind }) => kind === "answer")).toEqual([
      { kind: "answer", epoch: 1, text: "Sí, pero ¿cuánto cuesta?", digit: null },
    ]);
    expect(state.phase).toBe("thinking");
  });

  test("words that end without a mark are answered after the grace", () => {
    const gathering = run(opened(), words("sí claro"));
    expect(kinds(gathering.effects)).not.toContain("answer");
    expect(kinds(run(gathering.state, timer("gather", gathering.state.epoch)).effects)).toContain("answer");
  });

  test("new words before the first piece restart the answer with both", () => {
    const { effects } = run(opened(), words("Hola."), words("¿Cuánto cuesta?"));
    expect(effects.findLast(({ kind }) => kind === "answer")).toEqual({
      kind: "answer",
      epoch: 2,
      text: "Hola. ¿Cuánto cuesta?",
      digit: null,
    });
    expect(kinds(effects)).toContain("abort");
  });

  test("a piece of an older answer is dropped", () => {
    const { effects } = run(opened(), words("Hola."), words("Adiós."), piece(1, "Viejo."));
    expect(said(effects)).toEqual([]);
  });
});

describe("an interruption", () => {
  test("late reports say what was heard of an answer that newer words replaced", () => {
    const replaced = run(
      start("Saludos, Luz. ¿Tiene un momento?"),
      connected,
      silent,
      words("Sí, sí, dígame."),
      piece(2, "Gracias. ¿La casa es suya?"),
    );
    const report = (text: string): CallEvent => ({ kind: "played", text });
    const { state, effects } = run(replaced.state, report("Saludos, Luz."), report("Gracias."));
    expect(effects).toEqual([
      { kind: "heard", epoch: 1, speaker: "agent", text: "Saludos, Luz. —", isInterrupted: true },
    ]);
    expect(state.speech?.played).toEqual(["Gracias."]);
    expect(run(state, report("¿Tiene un momento?")).effects).toEqual([]);
  });

  const speaking = () =>
    run(opened(), words("¿Qué ofrecen?"), piece(1, "Una cosa. Otra cosa."), replied(1)).state;

  test("keeps only what was heard", () => {
    const { effects, state } = run(
      speaking(),
      { kind: "played", text: "Una cosa." },
      { kind: "interrupted", fragment: "Otra" },
    );
    const heard = effects.find((effect) => effect.kind === "heard");
    expect(heard).toMatchObject({ isInterrupted: true });
    expect(heard?.kind === "heard" && heard.text).toMatch(/^Una cosa\. Otra\s*—$/);
    expect(state.phase).toBe("listening");
  });

  test("by a sound without words is followed by the rest, at most twice", () => {
    let state = run(
      speaking(),
      { kind: "played", text: "Una cosa." },
      { kind: "interrupted", fragment: "" },
    ).state;
    const again: string[] = [];
    for (let times = 0; times < 4; times++) {
      const resumed = run(state, timer("resume", state.epoch));
      again.push(...said(resumed.effects));
      state = run(resumed.state, { kind: "interrupted", fragment: "" }).state;
    }
    expect(again).toEqual(["Otra cosa.", "Otra cosa."]);
  });

  test("of a goodbye keeps the call open, but not after an opt-out", () => {
    const goodbye = run(
      opened(),
      words("Gracias."),
      piece(1, "Hasta luego."),
      replied(1, { kind: "end_call", reason: "goodbye", outcome: null }),
      { kind: "interrupted", fragment: "Hasta" },
      words("Espere, ¿cuánto cuesta?"),
    );
    expect(goodbye.state.phase).toBe("thinking");
    const optedOut = run(
      opened(),
      words("No me llamen más."),
      piece(1, "Entendido."),
      replied(1, { kind: "opt_out", quote: "No me llamen más." }),
      { kind: "interrupted", fragment: "Ent" },
    );
    expect(optedOut.effects).toContainEqual(
      expect.objectContaining({ kind: "finished", reason: "opted_out" }),
    );
  });
});

describe("ends", () => {
  test("a hand-over ends the agent's part after its words were heard", () => {
    const before = run(
      opened(),
      words("Quiero hablar con una persona."),
      piece(1, phrases.toPerson),
      replied(1, { kind: "hand_over", reason: "asked", note: "" }),
    );
    expect(kinds(before.effects)).not.toContain("end");
    const { effects } = run(before.state, silent);
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: "end", plan: expect.objectContaining({ handoff: "asked" }) }),
    );
  });

  test("silence is asked about twice and then ends the call", () => {
    let state = opened();
    const lines: string[] = [];
    for (let times = 0; times < 3; times++) {
      const asked = run(state, timer("idle", state.epoch), silent);
      lines.push(...said(asked.effects));
      state = asked.state;
    }
    expect(lines).toEqual([phrases.stillThere, phrases.stillThereAgain, phrases.silenceGoodbye]);
    expect(state.phase).toBe("closed");
  });

  test("a stall has one filler, then a person takes over", () => {
    const answered = run(opened(), words("Hola."), piece(1, "Hola."), replied(1), silent).state;
    const thinking = run(answered, words("¿Cuánto cuesta?"));
    expect(thinking.effects).toContainEqual(
      expect.objectContaining({ kind: "timer", timer: "filler", ms: callTiming.fillerMs }),
    );
    const stalled = run(thinking.state, timer("filler", 2), timer("stall", 2), silent);
    expect(stalled.effects.filter((effect) => effect.kind === "say" && effect.isFiller)).toHaveLength(1);
    expect(stalled.effects).toContainEqual(
      expect.objectContaining({ kind: "end", plan: expect.objectContaining({ handoff: "stalled" }) }),
    );
  });

  test("the first answer has no filler", () => {
    const { effects } = run(opened(), words("Hola."));
    expect(effects).not.toContainEqual(expect.objectContaining({ kind: "timer", timer: "filler" }));
  });

  test("the time limit closes with a sentence", () => {
    const { effects } = run(opened(), timer("closing", 0), silent);
    expect(said(effects)).toEqual([phrases.timeIsUp]);
    expect(effects).toContainEqual(expect.objectContaining({ kind: "finished", reason: "time_limit" }));
  });

  test("a detected answering machine ends the conversation", () => {
    expect(kinds(run(opened(), { kind: "machine" }).effects)).toContain("leave_message");
  });

  test("a greeting that is recognised by its words gets the message, too", () => {
    const greeted = run(
      opened(),
      words("Deje su mensaje después del tono."),
      replied(1, { kind: "end_call", reason: "voicemail", outcome: null }),
      { kind: "machine" },
    );
    expect(kinds(greeted.effects).filter((kind) => kind === "leave_message")).toHaveLength(1);
    expect(greeted.effects).toContainEqual(
      expect.objectContaining({ kind: "finished", reason: "voicemail" }),
    );
  });
});

describe("operators", () => {
  test("take over: the agent is silent until the call is handed back", () => {
    const taken = run(opened(), { kind: "command", command: { kind: "take_over" } }, silent);
    expect(said(taken.effects)).toEqual([phrases.takenOver]);
    const spoken = run(taken.state, words("¿Hola?"), {
      kind: "command",
      command: { kind: "say", text: "Soy Ana." },
    });
    expect(kinds(spoken.effects)).not.toContain("answer");
    expect(said(spoken.effects)).toEqual(["Soy Ana."]);
    const back = run(
      spoken.state,
      silent,
      { kind: "command", command: { kind: "hand_back" } },
      silent,
      words("Hola."),
    );
    expect(kinds(back.effects)).toContain("answer");
  });

  test("a whisper is not said", () => {
    const { effects } = run(opened(), {
      kind: "command",
      command: { kind: "whisper", text: "ofrezca el martes" },
    });
    expect(effects).toEqual([{ kind: "whisper", text: "ofrezca el martes" }]);
  });

  test("hang up ends the call at once", () => {
    const { effects } = run(opened(), { kind: "command", command: { kind: "hang_up" } });
    expect(effects).toContainEqual(expect.objectContaining({ kind: "finished", reason: "operator_hung_up" }));
  });
});

/** A small generator with a seed, so that a failure can be repeated. */
const createRandom = (seed: number) => {
  let state = seed;
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
};

const acts: AgentAct[][] = [
  [],
  [],
  [{ kind: "opt_out", quote: "alto" }],
  [{ kind: "hand_over", reason: "asked", note: "" }],
  [{ kind: "end_call", reason: "goodbye", outcome: null }],
  [{ kind: "wait" }],
];
const timers = [
  "opening",
  "gather",
  "filler",
  "stall",
  "resume",
  "idle",
  "played",
  "closing",
  "limit",
] as const;

const randomEvent = (random: (most: number) => number, epoch: number): CallEvent => {
  const anyEpoch = Math.max(0, epoch - random(3) + random(2));
  switch (random(14)) {
    case 0:
    case 1:
    case 2:
      return words(["Hola.", "sí pero", "¿Cuánto cuesta?", "", "Alto."][random(5)] ?? "");
    case 3:
      return { kind: "key", digit: String(random(10)) };
    case 4:
      return { kind: "interrupted", fragment: ["", "Una"][random(2)] ?? "" };
    case 5:
      return { kind: "played", text: "Una cosa." };
    case 6:
    case 7:
      return silent;
    case 8:
    case 9:
      return piece(anyEpoch, "Una cosa.");
    case 10:
      return replied(anyEpoch, ...(acts[random(acts.length)] ?? []));
    case 11:
      return timer(timers[random(timers.length - (random(20) === 0 ? 0 : 2))] ?? "idle", anyEpoch);
    case 12: {
      const commands = ["take_over", "hand_back", "hang_up"] as const;
      return random(6) === 0
        ? { kind: "command", command: { kind: commands[random(3)] ?? "take_over" } }
        : { kind: "command", command: { kind: "whisper", text: "x" } };
    }
    default:
      return random(40) === 0 ? { kind: "closed", reason: "caller_hung_up" } : { kind: "caller_speaks" };
  }
};

test("whatever comes in whatever order: nothing is said after the end, which comes once", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = createRandom(seed);
    let state = run(start("Hola."), connected).state;
    let finished = 0;
    let isOptedOut = false;
    for (let count = 0; count < 120; count++) {
      const wasClosed = state.phase === "closed";
      const event = randomEvent(random, state.epoch);
      const step = advanceCall(state, event);
      if (wasClosed) expect(step.effects).toEqual([]);
      finished += step.effects.filter(({ kind }) => kind === "finished").length;
      for (const effect of step.effects) {
        // Words of older answers are never said.
        if (effect.kind === "say") expect(effect.epoch).toBeGreaterThanOrEqual(state.epoch);
        // An opt-out always wins: no answer is asked for after it.
        if (isOptedOut) expect(effect.kind).not.toBe("answer");
      }
      state = step.state;
      if (state.ending?.reason === "opted_out") isOptedOut = true;
    }
    expect(finished).toBeLessThanOrEqual(1);
    expect(state.phase === "closed").toBe(finished === 1);
  }
});

import type { CallEndReason, CallOutcome } from "#domain/voice/call.ts";

/** Something a caller does. */
export type CallerAct =
  | { say: string }
  | { keys: string }
  | { waitMs: number }
  /** A sound without words. */
  | { cough: true }
  | { hangUp: true };

/** What an agent may say, recognised in both languages. */
export const cues = {
  question: /\?/u,
  price: /\$|\bd[oó]lares\b|\bdollars?\b|\bprices?\b|\bprecios?\b|\bcuesta\b|\bcosts?\b/iu,
  when: /\bwhat (day|time)\b|\bwhen\b|\bwhich day\b|\bqué (día|hora)\b|\bcuándo\b|\ba qué hora\b/iu,
  name: /\b(your|full) name\b|\bsu nombre\b|\bcómo se llama\b/iu,
  email: /\be-?mail\b|\bcorreo\b/iu,
  confirm: /\b(correct|is that right|confirm)\b|\b(correcto|es así|confirma\w*)\b/iu,
  interested: /\binterest|\bwould you like\b|\binteresa|\ble gustaría\b/iu,
  stillThere: /\b(still there|are you there|can you hear)\b|\b(sigue ahí|está ahí|me escucha|me oye)\b/iu,
  person: /\b(connect|transfer|put) you\b|\bcolleague\b|\ble (comunico|paso|transfiero)\b|\bcompañer[oa]\b/iu,
  callback:
    /\bcall you back\b|\bhave (someone|somebody|a person) call\b|\b(le|lo|la) (llamen|llame|devuelvan)\b|\bdevolver(le)? la llamada\b/iu,
  goodbye:
    /\bgood ?bye\b|\bhave a (good|great|nice)\b|\badiós\b|\bhasta luego\b|\bque tenga\b|\bbuen día\.?$/iu,
  press: /\bpress\b|\boprima\b|\bmarque\b|\bpresione\b/iu,
} as const;
export type Cue = keyof typeof cues;

export type CallerStep = {
  /** Reacts to this; a step without it belongs to the caller's own agenda, which goes on one step a turn. */
  on?: Cue;
  do: CallerAct[];
  /** Said after so many characters of the agent's next speech, without waiting for its end. */
  bargeAt?: number;
  /** How often a reaction may happen; once by default. */
  times?: number;
};

/** What must hold after the call. Patterns are regular expressions without regard to case. */
export type PersonaExpectation = {
  outcomes: (CallOutcome | null)[];
  /** Null: both are right. */
  handedOver: boolean | null;
  optedOut: boolean;
  endReasons: CallEndReason[];
  mustSay: string[];
  mustNotSay: string[];
};

/** A scripted person. */
export type CallerPersona = {
  id: string;
  kind: string;
  language: "en" | "es";
  description: string;
  /** Said on answering, before the agent spoke. */
  opening?: CallerAct[];
  steps: CallerStep[];
  /** An answering machine. */
  isMachine?: boolean;
  /** Says nothing more when the steps are used up, and never hangs up first. */
  staysSilent?: boolean;
  expects: PersonaExpectation;
};

export const say = (...texts: string[]): CallerAct[] => texts.map((text) => ({ say: text }));
export const hangUp: CallerAct = { hangUp: true };

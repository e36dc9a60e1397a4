/**
 * The form of a verb as far as the grammar needs it. `ask`: imperative, subjunctive or the bare English verb.
 * `act`: infinitive or gerund. `askMe`: a request to do it ("write me"). `fact`: indicative, past or participle.
 */
export type VerbForm = "ask" | "act" | "askMe" | "fact";

type SpanishVerb = {
  /** Stem before the endings of infinitive and indicative, without accents; alternatives are misspellings. */
  stem: string;
  /** Stem of the subjunctive where it differs: "saqu" of "sacar". */
  subjunctive?: string;
  kind: "ar" | "er" | "ir";
};

const endings = {
  ar: {
    ask: "e|es|en|eis|emos|ee|een|ees",
    past: "ara|aras|aran|ase|asen",
    fact: "o|a|as|an|amos|aron|aste|aba|aban|ado|ada|ados|adas",
  },
  er: {
    ask: "a|as|an|ais|amos",
    past: "iera|ieras|ieran",
    fact: "o|e|es|en|emos|io|ieron|iste|ia|ian|ido|ida",
  },
  ir: {
    ask: "a|as|an|ais|amos",
    past: "iera|ieras|ieran",
    fact: "o|e|es|en|imos|io|ieron|iste|ia|ian|ido|ida|to",
  },
} as const;
const clitics = "(?:me|nos|te|se|le|les|lo|la|los|las|mel[oa]s?|nosl[oa]s?|sel[oa]s?)";

export type VerbPatterns = Record<VerbForm, RegExp>;

const verbForms = ["askMe", "ask", "act", "fact"] as const;

/** All forms of a Spanish verb in text without accents, with pronouns attached. */
const spanishVerb = ({ stem, subjunctive = stem, kind }: SpanishVerb): Record<VerbForm, string> => {
  const { ask, past, fact } = endings[kind];
  const gerund = kind === "ar" ? "ando" : "iendo";
  const imperative = kind === "ar" ? "a" : "e";
  return {
    ask: `(?:${subjunctive})(?:${ask})|(?:${stem})(?:${past})`,
    act: `(?:${stem})(?:${kind}|${gerund})${clitics}?`,
    askMe: `(?:(?:${stem})(?:${imperative}|${kind === "ar" ? "ad" : kind === "er" ? "ed" : "id"})|(?:${subjunctive})(?:${ask})n?)(?:me|nos|mel[oa]s?|nosl[oa]s?)`,
    fact: `(?:${stem})(?:${fact})`,
  };
};

/** Infinitives; after a slash the stem of the subjunctive where it differs. */
const readVerbs = (text: string): VerbPatterns => {
  const verbs = text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [infinitive = "", subjunctive] = entry.split("/");
      const kind = infinitive.slice(-2) as SpanishVerb["kind"];
      return spanishVerb({ stem: infinitive.slice(0, -2), kind, ...(subjunctive ? { subjunctive } : {}) });
    });
  const patterns = verbForms.map((form) => [
    form,
    new RegExp(`^(?:${verbs.map((verb) => verb[form]).join("|")})$`),
  ]);
  return Object.fromEntries(patterns) as VerbPatterns;
};

/** To get in touch with a person. */
export const contactVerbs = readVerbs(`
  llamar yamar escribir escrivir ezcribir contactar contatar molestar textear texter textar mensajear buscar/busqu comunicar/comuniqu
  fastidiar hostigar/hostigu acosar spamear jorobar fregar/fregu|friegu chingar/chingu joder insistir romper marcar/marqu hablar incomodar incordiar
`);

/** To send a person something: what is sent decides. */
export const sendVerbs = readVerbs("mandar enviar embiar enbiar emviar tirar remitir pasar");

/** To take a person off a list. */
export const removeVerbs = readVerbs(`
  quitar kitar sacar/saqu borrar eliminar remover/remuev|remov remuever retirar excluir/excluy desafiliar desinscribir bajar tachar sacar/sak
  desvincular desapuntar desconectar/desconect suprimir depurar descartar
`);

/** "Call me" comes before the bare subjunctive: "mande" is both a request and a prohibition. */
export const verbForm = (patterns: VerbPatterns, word: string): VerbForm | undefined =>
  verbForms.find((form) => patterns[form].test(word));

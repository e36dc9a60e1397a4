import { tagOf } from "./lexicon.ts";
import { pattern, tagText } from "./pattern.ts";
import { type Clause, tagClauses } from "./tag-clauses.ts";

/** `harmless`: the words of an opt-out, but it is denied, or about another thing or person. */
export type ClauseMeaning = "opt_out" | "unclear" | "harmless" | "none";

/** Refusals of an opt-out, and reports about others; they come before every request. */
const denials = [
  "neg|didnt fill|you|me|i|want|this|det|receive|OTHER*3 STOP|unsub|rem|rem_me|rem_es|lose",
  "cant fill|you|me|i|want|this|det|receive|OTHER*3 STOP|rem|rem_es|lose",
  "neg|didnt want fill|you|me|det*3 rem_done|stopped",
  "no fill|you|me|want*4 stop_es|rem_es|paran",
  "no me? fill? want|OTHER fill|me|you*3 unsub|rem_me|stop_es|rem_es",
  "no fill? me unsub|cancel",
  "^ no unsub $",
  "neg|didnt|no me? cancel",
  "no|neg paran",
  "neg take me|my fill|out",
  "neg me? leaves",
  "didnt|no|neg mean|told fill|receive*3 stop|unsub|unsubbed|rem_done|text",
  "didnt|neg did? OTHER|fill*3 stop|unsub|unsubbed|rem_done",
  "why did? FILL|msg|text|i*4 stop|stopped|stop_es",
  "^ other+ wont stop|quit",
  "no fill|you|me*3 lose",
  "^ did you stop|stopped",
  "^ you|i|me|OTHER*3 stopped",
  "no|neg|didnt me? OTHER? mean",
  "why no|neg me|you? con_fact|snd_fact|con_ask|snd_ask|text",
  "^ neg you con_ask|text !me",
  "^ did i get rem_done",
  "^ more? no|neg me? con_fact|snd_fact",
  "i NEG|didnt|cant receive|get",
  "i did NEG receive|get",
  "^ i get|receive|give NEG text|msg",
  "unsubbed fill you|my|det? OTHER|third",
  "^ my|det OTHER wont|no|didnt stop|paran",
  "STOP det|my|this|me? thing",
  "stop thing",
].map(pattern);

const bySomebodyElse = pattern(
  "third fill|be|det|this|OTHER|you|me|i|my|want|no|neg|wont|cant|when|paran|receive|yes|didnt|told|did|STILL*6 STOP|CON|SND|unsub|unsubbed|REM|rem_me|rem_done|revoke|paran",
);

const wishedBySomebodyElse = pattern("third LOOSE*2 want fill? out|exit FILL* list");

/** Requests to stop; what follows them is checked by `readContactTail` and `readSendTail`. */
const contactStops = [
  "STOP FILL*5 con_act|con_ask|text",
  "want FILL*2 stopped con_act",
  "STOP FILL*2 OTHER FILL*3 con_act me|my",
  "STOP use my|this number",
  "STOP told me? fill? this|$",
  "NEG use this|my FILL* OTHER? msg|con_act",
].map(pattern);
const contactProhibitions = [
  "neg fill|you|me|want|more|i|consenting|STILL|be*6 con_ask|text",
  "no fill|you|me|want|more|i|consenting|STILL|be*6 con_ask",
  "^ no text me|more|this",
  "NEG third FILL*3 msg|text|con_fact me more",
  "STILL con_act LOOSE|until*4 told you neg",
  "no me text",
  "NEG fill|want|you|me|STILL|be|more*6 con_act",
].map(pattern);
const sendRules = [
  "STOP FILL*5 snd_act|snd_ask",
  "NEG fill|you|me|want|more|i|STILL*6 snd_ask",
  "NEG fill|want|you|me|STILL|be*6 snd_act",
].map(pattern);

/** To be taken off a list, and to withdraw consent. */
const removals = [
  "unsub FILL* $",
  "unsub fill this other",
  "unsub FILL* OTHER? list|msg|text|subscription|con_act|number",
  "unsubbed FILL|OTHER|when|i|you*8 STILL",
  "unsubbed FILL* list i? stop",
  "REM me fill? $",
  "rem $",
  "^ REM|rem_done me? FILL*2 list $",
  "^ rem_es $",
  "^ fill? me rem_es fill? $",
  "want|told unsub other? $",
  "revoke FILL* list",
  "leaves me be|$",
  "leaves FILL|third*4 alone",
  "^ take out|fill list $",
  "^ out list $",
  "take FILL*2 OTHER? number? out fill? you OTHER? list|text",
  "take me out FILL*2 list? text other? $",
  "leaves my|this|det number alone",
  "i FILL|want|did|OTHER|told*6 get rem_done $",
  "forbid FILL|OTHER*5 number|msg|con_act",
  "removal FILL* OTHER? number",
  "rem_me fill|when_now*2 $",
  "rem_me FILL* list|msg|text",
  "REM my|this|det OTHER? number",
  "REM my text number?",
  "REM this text number",
  "rem_me you|OTHER? $",
  "REM me OTHER? $",
  "REM fill? number",
  "REM my|you msg",
  "REM me|third FILL* list|msg|text",
  "REM this FILL* list",
  "REM me FILL* OTHER? list",
  "me fill|cant|OTHER*2 rem_es|rem_fact FILL* list|msg",
  "take me|third FILL* OTHER? list|msg",
  "me|third|number out FILL* OTHER? list",
  "REM|take|get me|third|my|fill*4 FILL*2 number? fill|out|this|det|my* you list",
  "take fill|out|OTHER my|this number",
  "REM you|third number fill det list",
  "REM det my number",
  "get me|third out FILL* OTHER? list|msg",
  "take|get me out fill? $",
  "take|get my|this FILL* number|text FILL* list|msg",
  "take|get my|this det? OTHER? number|text number? out fill|you|this|now* $",
  "take|get my|this OTHER? number|text number? out FILL* OTHER? list|msg",
  "NEG use this|my number? more? $",
  "get FILL* out FILL* list|msg",
  "want fill|be* out FILL* list|msg",
  "want fill|be* out this? $",
  "list LOOSE*8 want out",
  "i cant|want|told|OTHER|fill|you|me*4 be rem_done",
  "^ cant|want|told|OTHER? fill* be rem_done",
  "my OTHER? number FILL|want|OTHER*4 rem_done",
  "cant i be rem_done",
  "be rem_done FILL* list",
  "want|told FILL* me rem_es",
  "want FILL* unsubbed",
  "^ OTHER me unsubbed",
  "leaves me out FILL* list|msg",
  "keep me|my number? out FILL* list|msg",
  "rem_me fill this $",
  "rem_me FILL* OTHER? list",
  "^ me fill|OTHER*2 rem_es $",
  "NEG use more? this|my number",
  "cancel FILL* consent",
  "told|want NEG receive FILL* msg",
  "told|want LOOSE*2 NEG fill? be con_fact",
  "told NEG text|msg",
  "STILL con_act LOOSE|yes*4 told LOOSE* no|neg",
  "NEG det? consenting FILL* con_ask|text",
  "get|receive me unsubbed",
  "receive my|this number rem_done",
  "receive me rem_done",
  "removal FILL* list",
  "exit FILL* list|msg|text",
  "me|want FILL* exit FILL* this $",
  "revoke LOOSE*6 consent",
  "consent LOOSE|give*9 revoke",
  "^ i? revoke $",
  "rem_fact|rem_es FILL* OTHER? consent",
  "consent OTHER? revoke",
  "NEG FILL* give|receive|more FILL* consent",
  "NEG OTHER? give|receive|want FILL* consent",
  "NEG OTHER? consent|consenting FILL* msg|con_act|con_fact|text|receive",
  "NEG consent $",
  "leaves me? FILL*3 alone",
  "lose my|this number",
  "lose fill my number",
  "lose fill me|my $",
  "dncl !other",
  "NEG OTHER? consenting FILL|OTHER*4 msg|number",
  "text|con_ask me more FILL* i|OTHER*3 sue",
  "REM FILL* list",
].map(pattern);

/** To get no more messages. */
const refusals = [
  "STOP FILL*6 OTHER? msg",
  "STOP det FILL*2 OTHER text",
  "msg OTHER? stop third $",
  "^ stop third $",
  "^ stop NEG more $",
  "^ stop fill? NEG me? interest",
  "^ stop i|told|stop|you|third|still",
  "^ stop other stop $",
  "want NEG receive|get FILL* $",
  "NEG want receive more? number $",
  "NEG me? arrive more? $",
  "STOP FILL*3 get|receive this|msg|det",
  "stop_es fill? this $",
  "msg|this|text|con_act OTHER|fill|want*3 stop $",
  "off FILL* msg|text",
  "cancel FILL*5 msg|text",
  "cancel FILL* subscription FILL* msg|text|con_act",
  "block my number",
  "^ end FILL* msg|text",
  "enough FILL* msg|con_act|text",
  "^ alto fill FILL* msg",
  "^ fill|you|OTHER*2 NEG fill|det|my|you|this|more*4 msg more? $",
  "no|neg det? more FILL*2 OTHER? msg|text",
  "NEG FILL*2 msg NEG FILL*2 msg",
  "^ no text $",
  "NEG more text|msg",
  "NEG want FILL*6 msg|list|con_fact|con_act|con_ask",
  "NEG me? interest fill? receive FILL* msg|con_act|number",
  "NEG me? interest fill? receive FILL* $",
  "NEG me? arrive FILL* msg",
  "NEG want FILL* receive|get FILL|no* $",
  "NEG want fill* be fill+ $",
  "NEG want FILL* arrive FILL* $",
  "NEG me? want FILL|OTHER*3 list",
  "this|msg LOOSE*3 STOP fill|this* $",
  "NEG want this more? $",
  "NEG want FILL*3 OTHER*2 FILL*3 list",
  "NEG want FILL*3 more text",
  "prefer|want NEG receive|get FILL* msg|con_act",
  "NEG me? want fill|you*3 me con_ask|snd_ask",
  "det fill msg NEG det? msg",
  "NEG want FILL* text $",
  "NEG want fill? OTHER more? fill you $",
  "NEG me? add FILL* list|msg",
  "NEG more con_act",
].map(pattern);

/** May be meant as a joke, or about something else. */
const bareStops = [
  "^ told? stop this? $",
  "STOP this i|my",
  "^ you OTHER? stop $",
  "^ OTHER? stop_es $",
  "i told|fill|be*3 you fill? quit $",
  "^ stop_es fill? $",
  "fill|you|want|msg|no|text|me|this|wont|told|interest|number stop told? this? $",
].map(pattern);

/** For an operator to read. */
const unclearRequests = [
  "noneed FILL* CON|SND|STILL",
  "few FILL*2 msg|text",
  "text|msg few",
  "unsub fill? my|det|this? OTHER|number",
  "unsubbed",
  "pause FILL*3 msg|text",
  "hedge FILL* unsub",
  "quit this $",
  "^ no more $",
  "you STILL con_act",
].map(pattern);

const otherThing = pattern("^ me? fill*2 det|my|this? OTHER");
/** "Stop sending me surveys": several of something, and not a thing of the contract. */
const unwantedThings = pattern("^ me|this|more|you+ other");
const otherPlace = pattern("^ this fill det|my|this? OTHER");
const otherParty = pattern("^ fill|det|this+ OTHER");
const somebodyElse = pattern("^ me? fill*2 my? third");
const limit = pattern("until|when|instead");
const condition = pattern("if|hedge");

type Match = { start: number; end: number };

const findFirst = (rules: readonly RegExp[], text: string): Match | undefined => {
  for (const rule of rules) {
    const match = rule.exec(text);
    if (match) return { start: match.index, end: match.index + match[0].length };
  }
  return undefined;
};

/** What follows "stop calling": another person or a limit make it less than an opt-out. */
const readContactTail = (tail: string): ClauseMeaning =>
  limit.test(tail) ||
  /^(?:fill ){0,2}(?:my )?third /.test(tail) ||
  otherParty.test(tail) ||
  /\bold /.test(tail)
    ? "unclear"
    : "opt_out";

/** "Stop calling my mother" is asked for her; "stop calling her" is about somebody else. */
const readStopTail = (tail: string): ClauseMeaning =>
  readContactTail(tail.replace(/^(?:fill )?my third /, ""));

/** "No llamen a mis referencias" is about them. */
const readProhibitionTail = (head: string, tail: string): ClauseMeaning =>
  /^fill my other /.test(tail) || (/\b(?:when|until) /.test(head) && !/\btold /.test(head))
    ? "unclear"
    : readContactTail(tail);

const arePlural = (words: readonly string[]): boolean =>
  words.slice(0, 4).some((word) => /[^s]s$/.test(word) && tagOf(word) === "other");

/** What follows "stop sending": what is sent decides. */
const readSendTail = (tail: string, words: readonly string[]): ClauseMeaning => {
  if (tail === "third ") return "opt_out";
  if (unwantedThings.test(tail) && arePlural(words)) return "opt_out";
  if (otherThing.test(tail) || otherPlace.test(tail) || /\bold /.test(tail)) return "harmless";
  return limit.test(tail) || somebodyElse.test(tail) ? "unclear" : "opt_out";
};

/** What "remove me" is about when no list is named. */
const readRemovalTail = (head: string, request: string, tail: string): ClauseMeaning => {
  if (/^until /.test(head)) return "unclear";
  if (/\blist $/.test(request)) return /^fill (?:det )?when /.test(tail) ? "unclear" : "opt_out";
  if (/^(?:fill )+(?:my |det )?(?:other )?(?:third|thing) /.test(tail)) return "harmless";
  if (/\bnumber $/.test(request) && /^(?:fill )+(?:det |my )+other /.test(tail)) return "unclear";
  return /\b(?:until|instead) /.test(tail) ? "unclear" : "opt_out";
};

const readRequest = (text: string, words: readonly string[], isJoking: boolean): ClauseMeaning => {
  const sending = findFirst(sendRules, text);
  if (sending) {
    const wordsBefore = text.slice(0, sending.end).split(" ").length - 1;
    return readSendTail(text.slice(sending.end), words.slice(wordsBefore));
  }
  const stopping = findFirst(contactStops, text);
  const forbidding = findFirst(contactProhibitions, text);
  const removing = findFirst(removals, text);
  const refusing = findFirst(refusals, text);
  const readings: ClauseMeaning[] = [
    stopping ? readStopTail(text.slice(stopping.end)) : "none",
    forbidding && !isHabit(text, forbidding)
      ? ifSerious(readProhibitionTail(text.slice(0, forbidding.start), text.slice(forbidding.end)), isJoking)
      : "none",
    removing
      ? readRemovalTail(
          text.slice(0, removing.start),
          text.slice(removing.start, removing.end),
          text.slice(removing.end),
        )
      : "none",
    refusing ? ifSerious(limit.test(text.slice(refusing.end)) ? "unclear" : "opt_out", isJoking) : "none",
    findFirst(bareStops, text) ? ifSerious("opt_out", isJoking) : "none",
    findFirst(unclearRequests, text) ? "unclear" : "none",
  ];
  return strongest.find((meaning) => readings.includes(meaning)) ?? "none";
};

const strongest = ["opt_out", "unclear", "harmless"] as const;

const ifSerious = (meaning: ClauseMeaning, isJoking: boolean): ClauseMeaning =>
  isJoking && meaning === "opt_out" ? "unclear" : meaning;

/** "I don't text" tells a habit. */
const isHabit = (text: string, { start, end }: Match): boolean =>
  /(?:^| )(?:i|third) (?:fill )?$/.test(text.slice(0, start)) && !/\bwant /.test(text.slice(start, end));

const readClause = ({ tags, words }: Clause, isJoking: boolean): ClauseMeaning => {
  const text = tagText(tags);
  if (/\bsays /.test(text) || denials.some((rule) => rule.test(text))) return "harmless";
  if (wishedBySomebodyElse.test(text)) return "unclear";
  if (bySomebodyElse.test(text)) return /\brem_done /.test(text) ? "unclear" : "harmless";
  const meaning = readRequest(text, words, isJoking);
  return meaning === "opt_out" && condition.test(text) ? "unclear" : meaning;
};

/** Another channel or time is expressly kept open. */
const keeps = [
  "con_me|snd_me",
  "instead FILL|OTHER|when*3 msg|text|CON|SND|when",
  "msg|text|CON|SND FILL|OTHER|when*3 instead",
  "^ i? prefer !no|neg|fill",
  "^ i? prefer fill !no|neg",
  "^ fill|you|cant|receive* text|con_ask|snd_ask me !more",
  "^ keep FILL* OTHER*2 snd_act|con_act|msg",
  "msg|text|con_act fill|this? fine",
  "leaves det|my FILL*2 msg",
  "yes $",
  "^ instead? text me? $",
  "^ instead|alone FILL* msg|text $",
].map(pattern);

/** A stop that was sent by mistake, not a form that was filled by mistake. */
const isMistake =
  /\b(?:stop|stop_es|unsub|unsubbed|rem_fact|rem_done|text|msg|snd_fact|con_fact)\b.*\bmistake |\bmistake .*\b(?:stop|stop_es|unsub|unsubbed|text|con_fact)\b/;

/** A request about what an earlier clause named: "delete it", "bórrenlo", "no lo usen". */
const refersBack =
  /^(?:and |y |so )?(?:(?:remove|delete|erase|take) (?:it|them)|(?:borr|quit|elimin|saqu|remuev|suspend|det[ei]n|par[ae])\w*l[oa]s?|no l[oa]s? usen?|dont use it)(?: off)?$/;

/** "You can e-mail me", "pueden escribirme". */
const allows =
  /^(?:you |u |ustedes )?(?:can|may|could|feel free to|pueden|puede|puedes|podrian) (?:still |always |seguir )?(?:text|e ?mail|call|message|write|send|escrib|llam|mand|envi)\w*(?! (?:off|this|these))/;

/** What the clauses of a text say together, and the words that no rule explained as harmless. */
export const readClauses = (text: string): { meaning: ClauseMeaning; matched: string; rest: string } => {
  const clauses = tagClauses(text);
  const tags = clauses.map((clause) => tagText(clause.tags));
  const isJoking = tags.some((clause) => /\b(?:laugh|love) /.test(clause));
  const read = clauses.map((clause) => ({ clause, meaning: readClause(clause, isJoking) }));
  const find = (meaning: ClauseMeaning) => read.find((each) => each.meaning === meaning);
  const found = find("opt_out") ?? find("unclear") ?? find("harmless");
  const isQualified =
    tags.some((clause) => isMistake.test(clause) || keeps.some((rule) => rule.test(clause))) ||
    clauses.some(({ words }) => allows.test(words.join(" ")));
  // "I opted out. Why am I still getting these?"
  // "I gave you my number for a quote; delete it."
  const isReferred =
    tags.some((clause) => /\bmy number |\bmsg /.test(clause)) &&
    clauses.some(({ words }) => refersBack.test(words.join(" ")));
  const isIgnored =
    found?.meaning === "unclear" &&
    tags.some((clause) => /\bunsubbed /.test(clause) && !bySomebodyElse.test(clause)) &&
    tags.some((clause) => /\b(?:still|keep) /.test(clause));
  const meaning =
    isIgnored || (isReferred && found?.meaning !== "harmless") ? "opt_out" : (found?.meaning ?? "none");
  return {
    meaning: meaning === "opt_out" && isQualified ? "unclear" : meaning,
    matched: found?.clause.words.join(" ") ?? "",
    rest: read
      .filter((each) => each.meaning !== "harmless")
      .map(({ clause }) => clause.words.join(" "))
      .join(" | "),
  };
};

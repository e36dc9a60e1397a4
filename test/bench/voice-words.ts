import { splitText } from "#sandbox/llm/completion.ts";

/** What the simulated model answers. Seven, so that a call with every hundredth turn hears each of them. */
const replies = [
  "Yes, of course we do. Our crew looks at the roof first, and then you get a written plan.",
  "That is good to know. A flat roof works well, because the panels stand on frames.",
  "I see what you mean. Most families begin with a smaller battery and add another one later.",
  "Thank you for telling me. The inspection shows how much sun the roof gets during the day.",
  "Most of our customers near the coast choose a stronger frame, because the wind is part of the plan.",
  "Happy to explain that. The battery keeps the lights on when the power goes out.",
  "Good that you ask, because the old meter stays where it is.",
] as const;

const questions = [
  "Do you also install batteries near",
  "We have a house with a flat roof close to",
  "Somebody told me that the sun is better around",
  "My sister has panels on her house in",
  "Does the salt of the sea matter for a house in",
  "What happens to the lights in",
  "Does the old meter stay on the wall in",
] as const;

/** A knowledge base from which the answers are taken, with other entries beside them. */
export const knowledge: readonly { title: string; body: string }[] = [
  ...questions.map((question, at) => ({ title: `${question} the island`, body: replies[at] ?? "" })),
  { title: "When are you open", body: "We are open from Monday to Saturday, from 9:00 to 18:00." },
  { title: "What does the inspection cost", body: "The first inspection costs $75 and takes one hour." },
  { title: "How long is the warranty", body: "Panels have a warranty of 25 years, batteries of 10 years." },
  { title: "How do I pay", body: "You pay by card, by transfer, or in 84 monthly payments through a bank." },
  {
    title: "How long does it take",
    body: "The installation takes two days; the permit takes about six weeks.",
  },
];

const letters = "abcdefghijklmnopqrstuvwxyz";

/** A place whose name tells the turns of all calls apart. */
const toPlace = (turn: number): string => {
  let name = "";
  for (let rest = turn, at = 0; at < 5; at++, rest = Math.floor(rest / letters.length))
    name = letters.charAt(rest % letters.length) + name;
  return `Villa ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

const readPlace = (name: string): number =>
  [...name.toLowerCase()].reduce((number, letter) => number * letters.length + letters.indexOf(letter), 0);

/** What the caller says in a turn. Its punctuation says that the caller has finished. */
export const wordsOf = (turn: number): string => {
  const question = questions[turn % questions.length] ?? "";
  return `${question} ${toPlace(turn)}${question.startsWith("Do") || question.startsWith("What") ? "?" : "."}`;
};

/** The turn whose words a prompt ends with. */
export const findTurn = (prompt: string): number | undefined => {
  const name = [...prompt.matchAll(/Villa ([A-Z][a-z]{4})\b/g)].at(-1)?.[1];
  return name === undefined ? undefined : readPlace(name);
};

/** The answer to a turn in tokens, as the simulated vendors stream them. */
export const tokensOf = (turn: number): string[] => splitText(replies[turn % replies.length] ?? "");

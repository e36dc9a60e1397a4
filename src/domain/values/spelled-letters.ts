/** Names of letters in Spanish and English, folded; "b" itself is a letter, too. */
const letterNames = new Map<string, string>(
  "be=b ce=c de=d efe=f ge=g hache=h jota=j ka=k ele=l eme=m ene=n pe=p cu=q erre=r ere=r ese=s te=t uve=v ve=v equis=x ye=y zeta=z ceta=z seta=z zee=z zed=z aitch=h jay=j kay=k cue=q"
    .split(" ")
    .map((pair): [string, string] => {
      const [name = "", letter = ""] = pair.split("=");
      return [name, letter];
    }),
);
const longNames: readonly (readonly [string, string])[] = [
  ["i griega", "y"],
  ["y griega", "y"],
  ["i latina", "i"],
  ["be larga", "b"],
  ["be alta", "b"],
  ["be grande", "b"],
  ["b larga", "b"],
  ["ve corta", "v"],
  ["ve chica", "v"],
  ["ve baja", "v"],
  ["uve doble", "w"],
  ["doble ve", "w"],
  ["doble uve", "w"],
  ["doble u", "w"],
  ["double u", "w"],
];

/** The letter whose name begins at a word, and how many words it takes. */
export const readLetter = (
  words: readonly string[],
  at: number,
): { letter: string; length: number } | undefined => {
  const pair = `${words[at]} ${words[at + 1]}`;
  const long = longNames.find(([name]) => name === pair);
  if (long) return { letter: long[1], length: 2 };
  const word = words[at] ?? "";
  if (/^[a-z]$/.test(word)) return { letter: word, length: 1 };
  const letter = letterNames.get(word);
  return letter === undefined ? undefined : { letter, length: 1 };
};

/** "As in Mary", "de burro" after a letter: how many words explain it. */
export const exampleLength = (words: readonly string[], at: number, letter: string): number => {
  const rest = words.slice(at, at + 4);
  const lead = /^(?:as in|like in|como en) /.test(`${rest[0]} ${rest[1]} `)
    ? 2
    : /^(?:as|for|like|de|como)$/.test(rest[0] ?? "")
      ? 1
      : 0;
  const example = rest[lead] ?? "";
  return lead > 0 && example.length > 1 && example.startsWith(letter) ? lead + 1 : 0;
};

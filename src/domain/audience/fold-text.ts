const accented = [..."áàâäãåéèêëíìîïóòôöõúùûüñç"];
const plain = [..."aaaaaaeeeeiiiiooooouuuunc"];
const foldedLetters = new Map(accented.map((letter, index) => [letter, plain[index] ?? letter]));

/** The one letter whose lower case JavaScript writes with two characters. */
foldedLetters.set("İ", "i");

const foldLetter = (letter: string): string => {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const lower = letter.toLowerCase();
  return foldedLetters.get(lower) ?? lower;
};

/** The same as the function `fold_text` of the database: without case and accents, letter by letter. */
export const foldText = (text: string): string => {
  let folded = "";
  for (const letter of text) folded += foldLetter(letter);
  return folded;
};

/** The words of a text in lower case, without accents and marks. */
export const foldWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? [];

import type { Language } from "#domain/language.ts";

/** A sentence of ours in both languages, or a vendor's own words, which are the same in each. */
export type Words = Record<Language, string>;
export type Verdict = { ok: boolean; message: Words };

const longest = 300;

/** Text from outside, made fit for one line. */
export const quote = (text: string): Words => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = text.replaceAll(/[\u0000-\u001f\u007f\s]+/g, " ").trim();
  const cut = line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  return { en: cut, es: cut };
};

export const accepted = (account: string | Words): Verdict => ({
  ok: true,
  message: typeof account === "string" ? quote(account) : account,
});
export const refused = (reason: string | Words): Verdict => ({
  ok: false,
  message: typeof reason === "string" ? quote(reason) : reason,
});

/** Some vendors repeat the key that they did not like; it goes no further than here. */
export const withoutSecrets = (words: Words, secrets: readonly string[]): Words => {
  const clean = (text: string) =>
    secrets
      .filter((secret) => secret.length >= 4)
      .reduce((cleaned, secret) => cleaned.replaceAll(secret, "••••"), text);
  return { en: clean(words.en), es: clean(words.es) };
};

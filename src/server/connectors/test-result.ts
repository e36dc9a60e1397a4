import type { Language } from "#domain/language.ts";

/** A sentence of ours in both languages, or a vendor's own words, which are the same in each. */
export type LocalizedText = Record<Language, string>;
/** A failed request to a vendor, in words for the operator. */
export type VendorFailure = { ok: false; message: LocalizedText };
export type TestResult = { ok: true; message: LocalizedText } | VendorFailure;

const longest = 300;

/** Text from outside, made fit for one line. */
export const vendorText = (text: string): LocalizedText => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = text.replaceAll(/[\u0000-\u001f\u007f\s]+/g, " ").trim();
  const cut = line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  return { en: cut, es: cut };
};

export const testPassed = (account: string | LocalizedText): TestResult => ({
  ok: true,
  message: typeof account === "string" ? vendorText(account) : account,
});
export const vendorFailure = (reason: string | LocalizedText): VendorFailure => ({
  ok: false,
  message: typeof reason === "string" ? vendorText(reason) : reason,
});

/** Some vendors repeat the key that they did not like; it goes no further than here. */
export const redactSecrets = (words: LocalizedText, secrets: readonly string[]): LocalizedText => {
  const clean = (text: string) =>
    secrets
      .filter((secret) => secret.length >= 4)
      .reduce((cleaned, secret) => cleaned.replaceAll(secret, "••••"), text);
  return { en: clean(words.en), es: clean(words.es) };
};

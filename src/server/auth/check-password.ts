import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findPasswordFault, type PasswordFault, type PasswordOwner } from "#domain/password-policy.ts";

/** Normalised passwords of eight characters or more, most common first. */
const listPath = join(import.meta.dirname, "common-passwords.txt");

/** The list is read for each check and not kept, because passwords are rarely set. */
export const checkPassword = async (
  password: string,
  user: PasswordOwner,
): Promise<PasswordFault | undefined> => {
  const list = `\n${await readFile(listPath, "utf8")}`;
  return findPasswordFault(password, user, (normalized) => list.includes(`\n${normalized}\n`));
};

/** How long a code links an account of a chat to the user who asked for it. */
export const chatLinkMinutes = 10;

/** Without letters and digits that look alike. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groupLength = 4;

/** The number of random bytes of a code; each gives five bits. */
export const chatCodeBytes = 16;

/** A code such as FARO-7KQM-2XVB-P4ND-HWTA. */
export const formatChatCode = (random: Uint8Array): string => {
  const letters = [...random].map((byte) => alphabet[byte % alphabet.length]).join("");
  const groups = letters.match(new RegExp(`.{${groupLength}}`, "g")) ?? [];
  return ["FARO", ...groups].join("-");
};

const code = new RegExp(`\\bFARO(?:-[${alphabet}]{${groupLength}}){${chatCodeBytes / groupLength}}\\b`, "i");

/** The code that a message holds; undefined where it holds none. */
export const readChatCode = (text: string): string | undefined => code.exec(text)?.[0].toUpperCase();

import { fetchItems } from "./imap-fetch.ts";
import { numbersIn, wordsOf } from "./imap-words.ts";

export type ImapMessage = { uid: number; raw: Buffer; arrived: Date; flags: Set<string> };
export type Folder = {
  name: string;
  uidValidity: number;
  nextUid: number;
  messages: ImapMessage[];
  /** The connection is to break in the middle of the next message. */
  breaks: boolean;
};
export type Session = {
  user: string;
  password: string;
  folder: Folder;
  seen: { signIns: number; refused: number; fetched: number[] };
  isIn: boolean;
  isSelected: boolean;
  /** The tag of a sign-in whose second line is still to come. */
  awaits?: string;
};

export type ImapResponse = { pieces: (string | Buffer)[]; breaks?: boolean; ends?: boolean };

type Command = (session: Session, words: string[], done: Done) => ImapResponse;
type Done = (status: "OK" | "NO" | "BAD", words: string, untagged?: (string | Buffer)[]) => ImapResponse;

const capabilities = "CAPABILITY IMAP4rev1 ID NAMESPACE AUTH=PLAIN SASL-IR";

const signIn = (
  session: Session,
  user: string | undefined,
  password: string | undefined,
  done: Done,
): ImapResponse => {
  session.isIn = user === session.user && password === session.password;
  session.seen[session.isIn ? "signIns" : "refused"]++;
  return session.isIn
    ? done("OK", `[${capabilities}] Signed in`)
    : done("NO", "[AUTHENTICATIONFAILED] Wrong user name or password");
};

const plain = (session: Session, encoded: string, done: Done): ImapResponse => {
  const [, user, password] = Buffer.from(encoded, "base64").toString().split("\u0000");
  return signIn(session, user, password, done);
};

const select =
  (mode: "READ-WRITE" | "READ-ONLY"): Command =>
  (session, [name], done) => {
    const { folder } = session;
    if (name?.toUpperCase() !== folder.name.toUpperCase()) return done("NO", "[NONEXISTENT] No such folder");
    session.isSelected = true;
    return done("OK", `[${mode}] Selected`, [
      "* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)\r\n",
      `* ${folder.messages.length} EXISTS\r\n* 0 RECENT\r\n`,
      `* OK [UIDVALIDITY ${folder.uidValidity}] Valid\r\n* OK [UIDNEXT ${folder.nextUid}] Next\r\n`,
    ]);
  };

const chosen = (folder: Folder, range: string): ImapMessage[] => {
  const highest = folder.messages.at(-1)?.uid ?? 0;
  const wanted = numbersIn(range, highest);
  return folder.messages.filter(({ uid }) => wanted(uid));
};

const search = (session: Session, words: string[], done: Done): ImapResponse => {
  let found = session.folder.messages;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1] ?? "";
    if (word.toUpperCase() === "UID") {
      const among = new Set(chosen(session.folder, next));
      found = found.filter((message) => among.has(message));
    }
    if (word.toUpperCase() === "SINCE")
      found = found.filter(({ arrived }) => arrived.getTime() >= Date.parse(`${next} UTC`));
  }
  return done("OK", "Searched", [`* SEARCH ${found.map(({ uid }) => uid).join(" ")}\r\n`]);
};

const fetch = (session: Session, [range = "", ...items]: string[], done: Done): ImapResponse => {
  const { folder, seen } = session;
  const pieces: (string | Buffer)[] = [];
  for (const message of chosen(folder, range)) {
    const { data, isWhole } = fetchItems(message, items.join(" "));
    const place = folder.messages.indexOf(message) + 1;
    const answer = Buffer.concat([Buffer.from(`* ${place} FETCH (`), data, Buffer.from(")\r\n")]);
    if (isWhole && folder.breaks) {
      folder.breaks = false;
      return { pieces: [...pieces, answer.subarray(0, Math.floor(answer.length / 2))], breaks: true };
    }
    if (isWhole) seen.fetched.push(message.uid);
    pieces.push(answer);
  }
  return done("OK", "Fetched", pieces);
};

const store = (session: Session, [range = "", how = "", ...flags]: string[], done: Done): ImapResponse => {
  const given = flags.map((flag) => flag.replace(/[()]/g, "")).filter(Boolean);
  for (const message of chosen(session.folder, range)) {
    if (how.startsWith("-")) for (const flag of given) message.flags.delete(flag);
    else message.flags = new Set([...(how.startsWith("+") ? message.flags : []), ...given]);
  }
  return done("OK", "Stored");
};

const byUid: Record<string, Command> = { SEARCH: search, FETCH: fetch, STORE: store };

/** What may be asked before signing in. */
const open: Record<string, Command> = {
  CAPABILITY: (_session, _words, done) => done("OK", "Done", [`* ${capabilities}\r\n`]),
  ID: (_session, _words, done) => done("OK", "Done", ['* ID ("name" "Simulator")\r\n']),
  NOOP: (_session, _words, done) => done("OK", "Done"),
  LOGOUT: (_session, _words, done) => ({ ...done("OK", "Done", ["* BYE Until next time\r\n"]), ends: true }),
  LOGIN: (session, [user, password], done) => signIn(session, user, password, done),
};

const commands: Record<string, Command> = {
  NAMESPACE: (_session, _words, done) => done("OK", "Done", ['* NAMESPACE (("" "/")) NIL NIL\r\n']),
  LIST: ({ folder }, _words, done) =>
    done("OK", "Done", [`* LIST (\\HasNoChildren) "/" "${folder.name}"\r\n`]),
  LSUB: ({ folder }, _words, done) => done("OK", "Done", [`* LSUB () "/" "${folder.name}"\r\n`]),
  SELECT: select("READ-WRITE"),
  EXAMINE: select("READ-ONLY"),
  STATUS: ({ folder }, _words, done) =>
    done("OK", "Done", [
      `* STATUS "${folder.name}" (MESSAGES ${folder.messages.length} UIDNEXT ${folder.nextUid} UIDVALIDITY ${folder.uidValidity})\r\n`,
    ]),
  CLOSE: (_session, _words, done) => done("OK", "Done"),
  UID: (session, [what = "", ...words], done) => {
    const command = byUid[what.toUpperCase()];
    if (!command) return done("BAD", "Not understood");
    return session.isSelected ? command(session, words, done) : done("NO", "No folder is open");
  },
};

export const answerCommand = (session: Session, line: string): ImapResponse => {
  const [tag = "*", name = "", ...words] = wordsOf(line);
  const done: Done = (status, text, untagged = []) => ({
    pieces: [...untagged, `${tag} ${status} ${text}\r\n`],
  });
  if (session.awaits) {
    const waiting = session.awaits;
    delete session.awaits;
    const finish: Done = (status, text) => ({ pieces: [`${waiting} ${status} ${text}\r\n`] });
    return plain(session, line.trim(), finish);
  }
  const command = name.toUpperCase();
  if (command === "AUTHENTICATE" && words[0]?.toUpperCase() === "PLAIN") {
    if (words[1]) return plain(session, words[1], done);
    session.awaits = tag;
    return { pieces: ["+ \r\n"] };
  }
  const run = open[command] ?? (session.isIn ? commands[command] : undefined);
  return run ? run(session, words, done) : done("BAD", "Not understood");
};

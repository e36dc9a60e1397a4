export type ImapMessage = { uid: number; raw: Buffer; receivedAt: Date; flags: Set<string> };
export type ImapFolder = {
  name: string;
  uidValidity: number;
  nextUid: number;
  messages: ImapMessage[];
  /** Closes the connection in the middle of the next fetched message. */
  breakNextFetch: boolean;
};
export type ImapSession = {
  user: string;
  password: string;
  folder: ImapFolder;
  activity: ImapActivity;
  offersIdle: boolean;
  isSignedIn: boolean;
  isSelected: boolean;
  /** The tag of an AUTHENTICATE command whose second line is still missing. */
  pendingAuthTag?: string;
};

export type ImapActivity = { signIns: number; refused: number; fetched: number[]; idles: number };

export type ImapResponse = { chunks: (string | Buffer)[]; breaksConnection?: boolean; endsSession?: boolean };

type Command = (session: ImapSession, args: string[], done: Done) => ImapResponse;
type Done = (status: "OK" | "NO" | "BAD", text: string, untagged?: (string | Buffer)[]) => ImapResponse;

const capabilitiesOf = ({ offersIdle }: ImapSession): string =>
  `CAPABILITY IMAP4rev1 ID NAMESPACE AUTH=PLAIN SASL-IR${offersIdle ? " IDLE" : ""}`;

const signIn = (
  session: ImapSession,
  user: string | undefined,
  password: string | undefined,
  done: Done,
): ImapResponse => {
  session.isSignedIn = user === session.user && password === session.password;
  session.activity[session.isSignedIn ? "signIns" : "refused"]++;
  return session.isSignedIn
    ? done("OK", `[${capabilitiesOf(session)}] Signed in`)
    : done("NO", "[AUTHENTICATIONFAILED] Wrong user name or password");
};

const authenticatePlain = (session: ImapSession, encoded: string, done: Done): ImapResponse => {
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

/** Splits a command into arguments. Quoted strings lose their quotes; brackets stay with their content. */
const splitArguments = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|((?:\[[^\]]*\]|[^\s"[])+)/g)].map(([, quoted, atom]) =>
    quoted === undefined ? (atom ?? "") : quoted.replace(/\\(.)/g, "$1"),
  );

/** A test for membership of a set such as `1:3,7,9:*`. By RFC 3501, `9:*` always includes the highest number. */
const parseSequenceSet = (set: string, highest: number): ((number: number) => boolean) => {
  const bounds = set.split(",").map((part) => {
    const [from = "", to = from] = part.split(":");
    const [a, b] = [from, to].map((end) => (end === "*" ? highest : Number(end)));
    return { low: Math.min(a ?? 0, b ?? 0), high: Math.max(a ?? 0, b ?? 0) };
  });
  return (number) => bounds.some(({ low, high }) => number >= low && number <= high);
};

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const pad = (number: number): string => String(number).padStart(2, "0");

const formatInternalDate = (at: Date): string =>
  `${pad(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())} +0000`;

const literal = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${name} {${content.length}}\r\n`), content]);

const headerBlock = (raw: Buffer): Buffer => {
  const end = raw.indexOf("\r\n\r\n");
  return end < 0 ? raw : raw.subarray(0, end + 4);
};

const fetchItems = (message: ImapMessage, items: string): { data: Buffer; isFullMessage: boolean } => {
  const parts: Buffer[] = [Buffer.from(`UID ${message.uid}`)];
  const isFullMessage = /BODY(\.PEEK)?\[\]/i.test(items) || /\bRFC822\b(?!\.)/i.test(items);
  if (/\bFLAGS\b/i.test(items)) parts.push(Buffer.from(`FLAGS (${[...message.flags].join(" ")})`));
  if (/RFC822\.SIZE/i.test(items)) parts.push(Buffer.from(`RFC822.SIZE ${message.raw.length}`));
  if (/INTERNALDATE/i.test(items))
    parts.push(Buffer.from(`INTERNALDATE "${formatInternalDate(message.receivedAt)}"`));
  if (isFullMessage) parts.push(literal("BODY[]", message.raw));
  if (/BODY(\.PEEK)?\[HEADER\]/i.test(items)) parts.push(literal("BODY[HEADER]", headerBlock(message.raw)));
  const spaced = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(" "), part]));
  return { data: Buffer.concat(spaced), isFullMessage };
};

const messagesInSet = (folder: ImapFolder, set: string): ImapMessage[] => {
  const highest = folder.messages.at(-1)?.uid ?? 0;
  const isInSet = parseSequenceSet(set, highest);
  return folder.messages.filter(({ uid }) => isInSet(uid));
};

const search = (session: ImapSession, args: string[], done: Done): ImapResponse => {
  let matching = session.folder.messages;
  for (const [index, arg] of args.entries()) {
    const next = args[index + 1] ?? "";
    if (arg.toUpperCase() === "UID") {
      const inSet = new Set(messagesInSet(session.folder, next));
      matching = matching.filter((message) => inSet.has(message));
    }
    if (arg.toUpperCase() === "SINCE")
      matching = matching.filter(({ receivedAt }) => receivedAt.getTime() >= Date.parse(`${next} UTC`));
  }
  return done("OK", "Searched", [`* SEARCH ${matching.map(({ uid }) => uid).join(" ")}\r\n`]);
};

const fetch = (session: ImapSession, [set = "", ...items]: string[], done: Done): ImapResponse => {
  const { folder, activity } = session;
  const chunks: (string | Buffer)[] = [];
  for (const message of messagesInSet(folder, set)) {
    const { data, isFullMessage } = fetchItems(message, items.join(" "));
    const sequenceNumber = folder.messages.indexOf(message) + 1;
    const response = Buffer.concat([Buffer.from(`* ${sequenceNumber} FETCH (`), data, Buffer.from(")\r\n")]);
    if (isFullMessage && folder.breakNextFetch) {
      folder.breakNextFetch = false;
      return {
        chunks: [...chunks, response.subarray(0, Math.floor(response.length / 2))],
        breaksConnection: true,
      };
    }
    if (isFullMessage) activity.fetched.push(message.uid);
    chunks.push(response);
  }
  return done("OK", "Fetched", chunks);
};

const store = (
  session: ImapSession,
  [set = "", operation = "", ...flags]: string[],
  done: Done,
): ImapResponse => {
  const names = flags.map((flag) => flag.replace(/[()]/g, "")).filter(Boolean);
  for (const message of messagesInSet(session.folder, set)) {
    if (operation.startsWith("-")) for (const flag of names) message.flags.delete(flag);
    else message.flags = new Set([...(operation.startsWith("+") ? message.flags : []), ...names]);
  }
  return done("OK", "Stored");
};

const uidCommands: Record<string, Command> = { SEARCH: search, FETCH: fetch, STORE: store };

/** Commands that need no sign-in. */
const publicCommands: Record<string, Command> = {
  CAPABILITY: (session, _args, done) => done("OK", "Done", [`* ${capabilitiesOf(session)}\r\n`]),
  ID: (_session, _args, done) => done("OK", "Done", ['* ID ("name" "Simulator")\r\n']),
  NOOP: (_session, _args, done) => done("OK", "Done"),
  LOGOUT: (_session, _args, done) => ({
    ...done("OK", "Done", ["* BYE Until next time\r\n"]),
    endsSession: true,
  }),
  LOGIN: (session, [user, password], done) => signIn(session, user, password, done),
};

const signedInCommands: Record<string, Command> = {
  NAMESPACE: (_session, _args, done) => done("OK", "Done", ['* NAMESPACE (("" "/")) NIL NIL\r\n']),
  LIST: ({ folder }, _args, done) =>
    done("OK", "Done", [`* LIST (\\HasNoChildren) "/" "${folder.name}"\r\n`]),
  LSUB: ({ folder }, _args, done) => done("OK", "Done", [`* LSUB () "/" "${folder.name}"\r\n`]),
  SELECT: select("READ-WRITE"),
  EXAMINE: select("READ-ONLY"),
  STATUS: ({ folder }, _args, done) =>
    done("OK", "Done", [
      `* STATUS "${folder.name}" (MESSAGES ${folder.messages.length} UIDNEXT ${folder.nextUid} UIDVALIDITY ${folder.uidValidity})\r\n`,
    ]),
  CLOSE: (_session, _args, done) => done("OK", "Done"),
  UID: (session, [name = "", ...args], done) => {
    const command = uidCommands[name.toUpperCase()];
    if (!command) return done("BAD", "Not understood");
    return session.isSelected ? command(session, args, done) : done("NO", "No folder is open");
  },
};

export const answerCommand = (session: ImapSession, line: string): ImapResponse => {
  const [tag = "*", name = "", ...args] = splitArguments(line);
  const done: Done = (status, text, untagged = []) => ({
    chunks: [...untagged, `${tag} ${status} ${text}\r\n`],
  });
  if (session.pendingAuthTag) {
    const pendingTag = session.pendingAuthTag;
    delete session.pendingAuthTag;
    const pendingDone: Done = (status, text) => ({ chunks: [`${pendingTag} ${status} ${text}\r\n`] });
    return authenticatePlain(session, line.trim(), pendingDone);
  }
  const command = name.toUpperCase();
  if (command === "AUTHENTICATE" && args[0]?.toUpperCase() === "PLAIN") {
    if (args[1]) return authenticatePlain(session, args[1], done);
    session.pendingAuthTag = tag;
    return { chunks: ["+ \r\n"] };
  }
  const run = publicCommands[command] ?? (session.isSignedIn ? signedInCommands[command] : undefined);
  return run ? run(session, args, done) : done("BAD", "Not understood");
};

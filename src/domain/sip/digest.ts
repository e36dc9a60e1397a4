import { headerValues, type SipReply } from "./message.ts";

export type DigestHash = "MD5" | "SHA-256";
/** The lower-case hexadecimal digest of a text in UTF-8. */
export type HashText = (hash: DigestHash, text: string) => string;

/** The strongest first. */
const digestAlgorithms = [
  { name: "SHA-256", hash: "SHA-256", isSession: false },
  { name: "SHA-256-sess", hash: "SHA-256", isSession: true },
  { name: "MD5-sess", hash: "MD5", isSession: true },
  { name: "MD5", hash: "MD5", isSession: false },
] as const;
type DigestAlgorithm = (typeof digestAlgorithms)[number];

export type DigestChallenge = {
  /** The header that answers it. */
  answerHeader: "Authorization" | "Proxy-Authorization";
  realm: string;
  nonce: string;
  opaque: string | undefined;
  algorithm: DigestAlgorithm;
  /** Whether the server named the algorithm; without a name it is MD5. */
  namesAlgorithm: boolean;
  qop: "auth" | "auth-int" | undefined;
  /** The password was right, but the nonce is too old. */
  isStale: boolean;
};

const maxValueLength = 1024;
const parameter = /\s*([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))\s*(?:,|$)/gy;

/** The parameters of a challenge; undefined when it is malformed. Quoted values keep their escapes, as they are echoed. */
const readParameters = (text: string): Map<string, string> | undefined => {
  const parameters = new Map<string, string>();
  let at = 0;
  for (const match of text.matchAll(parameter)) {
    const [whole, name = "", quoted, plain = ""] = match;
    const value = quoted ?? plain;
    if (value.length > maxValueLength || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), value);
    at = match.index + whole.length;
  }
  return at === text.length ? parameters : undefined;
};

const readChallenge = (
  value: string,
  answerHeader: DigestChallenge["answerHeader"],
): DigestChallenge | undefined => {
  const digest = /^Digest\s+(.*)$/is.exec(value)?.[1];
  const parameters = digest === undefined ? undefined : readParameters(digest.trim());
  const realm = parameters?.get("realm");
  const nonce = parameters?.get("nonce");
  if (!parameters || realm === undefined || !nonce) return undefined;
  const named = parameters.get("algorithm");
  const algorithm = digestAlgorithms.find(
    ({ name }) => name.toLowerCase() === (named ?? "MD5").toLowerCase(),
  );
  const offered = parameters
    .get("qop")
    ?.split(",")
    .map((option) => option.trim().toLowerCase());
  const qop = offered && (["auth", "auth-int"] as const).find((option) => offered.includes(option));
  if (!algorithm || (offered && !qop)) return undefined;
  return {
    answerHeader,
    realm,
    nonce,
    opaque: parameters.get("opaque"),
    algorithm,
    namesAlgorithm: named !== undefined,
    qop,
    isStale: parameters.get("stale")?.toLowerCase() === "true",
  };
};

/** The strongest challenge that can be answered. */
export const chooseChallenge = (reply: SipReply): DigestChallenge | undefined => {
  const challenges = [
    ...headerValues(reply, "www-authenticate").map((value) => readChallenge(value, "Authorization")),
    ...headerValues(reply, "proxy-authenticate").map((value) => readChallenge(value, "Proxy-Authorization")),
  ].filter((challenge) => challenge !== undefined);
  const rank = ({ algorithm }: DigestChallenge): number => digestAlgorithms.indexOf(algorithm);
  return challenges.toSorted((a, b) => rank(a) - rank(b))[0];
};

export type DigestAnswer = {
  challenge: DigestChallenge;
  username: string;
  password: string;
  method: string;
  uri: string;
  cnonce: string;
  /** How often this nonce was used, this time included. */
  nonceCount: number;
  body: string;
};

const formatCount = (count: number): string => count.toString(16).padStart(8, "0");

export const digestResponse = (answer: DigestAnswer, hashText: HashText): string => {
  const { challenge, username, password, method, uri, cnonce, nonceCount, body } = answer;
  const { realm, nonce, qop, algorithm } = challenge;
  const hash = (...parts: string[]): string => hashText(algorithm.hash, parts.join(":"));
  const account = hash(username, realm, password);
  const secret = algorithm.isSession ? hash(account, nonce, cnonce) : account;
  const request = qop === "auth-int" ? hash(method, uri, hash(body)) : hash(method, uri);
  return qop === undefined
    ? hash(secret, nonce, request)
    : hash(secret, nonce, formatCount(nonceCount), cnonce, qop, request);
};

/** The header that answers a challenge. */
export const answerChallenge = (
  answer: DigestAnswer,
  hashText: HashText,
): { name: DigestChallenge["answerHeader"]; value: string } => {
  const { challenge, username, uri, cnonce, nonceCount } = answer;
  const { realm, nonce, opaque, qop, algorithm } = challenge;
  const parts = [
    `username="${username}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `response="${digestResponse(answer, hashText)}"`,
    ...(challenge.namesAlgorithm ? [`algorithm=${algorithm.name}`] : []),
    ...(qop === undefined && !algorithm.isSession ? [] : [`cnonce="${cnonce}"`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${formatCount(nonceCount)}`]),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ];
  return { name: challenge.answerHeader, value: `Digest ${parts.join(", ")}` };
};

import { isEmptyReturnPath, isMailerDaemon } from "./automatic.ts";
import { headerValue } from "./headers.ts";
import { findAddresses, type ReportSource } from "./report.ts";

type TextBounce = {
  recipient: string | null;
  status: string | null;
  action: "failed" | "delayed";
  diagnostic: string | null;
};

const maxReportLength = 20_000;

const daemonName =
  /mail(er)?[\s.-]?daemon|mail[\s.]delivery[\s.]?(sub)?system|mail administrator|system administrator|postmaster|correo devuelto/i;

const failedSubject =
  /undeliver|returned mail|delivery (status|failure|failed|has failed|problem|report|error)|failure notice|mail (delivery )?(failure|failed)|non[- ]?deliver|not delivered|could ?n['o]?t be delivered|delayed|error sending your mail|mail system error|unzustellbar|no se (pudo|ha podido) entregar|no entregado|no se entreg[oó]|devuelto|(error|fallo|falla) (de|en la) entrega/i;

const failurePhrases =
  /could ?n['’o]t be (delivered|reached|sent)|could not (deliver|send)|unable to deliver|was ?n['’o]t able to deliver|not (yet )?(been )?delivered|not deliverable|undeliverable|failed permanently|did not (reach|receive)|del[ei]very .{0,60}(failed|aborted|failure|error)|error delivering|trouble delivering|user unknown|unknown user|unknown recipient|recipient not found|mailbox (is )?full|over quota|permanent (fatal )?errors?|while (attempting|trying) to deliver|recipient (address )?rejected|unsent message follows|cannot send message|no se (ha podido|pudo|han podido|pudieron) entregar|no (ha sido|fue|pudo ser) entregado|usuario desconocido|buz[oó]n lleno/i;

/** The start of the quoted original message. */
const originalBegins =
  /^[ \t>]{0,10}(?:[-*]{2,80}[^\n]{0,40}(?:original message|copy of (?:the|your) message|header of the original|unsent message|returned message|below this line)|below (?:this line )?is a copy|included is a copy|original message follows|message headers follow|the header of the original|undelivered message follows|received: )/im;

/** Status codes by phrases, for reports without a code. */
const statusByPhrase: [RegExp, string][] = [
  [
    /(mailbox|inbox|account|quota|buz[oó]n).{0,40}(full|exceed|over|lleno|excedid)|over ?quota|quota exceeded|disk quota/i,
    "5.2.2",
  ],
  [
    /user unknown|unknown (user|recipient|address|mailbox)|no such (user|recipient|address|mailbox)|(user|recipient|mailbox|address|email|account)[^\n]{0,60}(does ?n['’o]t exist|not found|not listed|not recogni[sz]ed|unknown|invalid)|does ?n['’o]t have an? \S+ account|invalid (address|recipient|mailbox)|recipient not found|usuario (desconocido|no existe)|no existe/i,
    "5.1.1",
  ],
  [/(account|mailbox|user).{0,40}(disabled|inactive|suspended|closed)|inhabilitad|desactivad/i, "5.2.1"],
  [
    /(host|domain).{0,40}(unknown|not found|does ?n['’o]t exist)|could not find a gateway|no mx record|name server/i,
    "5.1.2",
  ],
  [/message (size|too (big|large))|size (limit|exceeds)|too large|demasiado grande/i, "5.3.4"],
  [
    /spam|blacklist|blocked|policy|not authori[sz]ed|access denied|authentication|dmarc|rejected due/i,
    "5.7.1",
  ],
  [/timed? ?out|not responding|connection refused|no route to host|deferred|try again|temporar/i, "4.4.1"],
];

/**
 * Parses a plain-text bounce. `isReport`: the message declares itself a report. A message from a person must never
 * match, so the sender must look automated, or subject and text must both report a failure and give a code.
 */
export const parseTextBounce = (source: ReportSource, isReport: boolean): TextBounce | null => {
  const { headers, from, subject } = source;
  const start = source.text.slice(0, maxReportLength);
  const originalStart = originalBegins.exec(start)?.index ?? start.length;
  const reportText = originalStart < 20 ? start : start.slice(0, originalStart);
  const failedRecipients = headerValue(headers, "x-failed-recipients");
  const returnPath = headerValue(headers, "return-path");
  const isAutomated =
    isReport ||
    failedRecipients !== undefined ||
    isMailerDaemon(from?.address ?? null) ||
    daemonName.test(`${from?.name ?? ""} ${headerValue(headers, "from") ?? ""}`) ||
    /^\s*<?mailer-daemon/i.test(returnPath ?? "") ||
    isEmptyReturnPath(returnPath, source.envelopeFrom);
  const hasFailedSubject = failedSubject.test(subject.slice(0, 300));
  const hasFailurePhrase = failurePhrases.test(reportText);
  const status = findStatus(reportText);
  const isBounce = isAutomated
    ? hasFailurePhrase ||
      failedRecipients !== undefined ||
      (hasFailedSubject && !/^\s*(re|fwd?|rv):/i.test(subject))
    : hasFailedSubject && hasFailurePhrase && status !== null && !/^\s*(re|fwd?|rv):/i.test(subject);
  if (!isBounce || /^\s*(auto|out of|respuesta)/i.test(subject)) return null;
  const isDelayed =
    /\bdelay|has not yet been delivered|still being retried|warning only|a[uú]n no se ha entregado/i.test(
      `${subject}\n${reportText}`,
    ) && !/permanent|giv(en|ing) up|failed permanently/i.test(reportText);
  return {
    recipient:
      findRecipient(reportText, source, failedRecipients) ??
      findOriginalRecipient(start.slice(reportText.length)),
    status: status ?? inferStatus(`${subject}\n${reportText}`, isDelayed),
    action: isDelayed ? "delayed" : "failed",
    diagnostic: findDiagnostic(reportText),
  };
};

const findStatus = (reportText: string): string | null => {
  const codes = [...reportText.matchAll(/(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/g)].map(
    ([, code]) => code ?? "",
  );
  return codes.find((code) => !/\.0\.0$/.test(code)) ?? codes[0] ?? null;
};

/** The status code that the phrases of a text suggest. */
export const statusFromPhrases = (text: string): string | null =>
  statusByPhrase.find(([words]) => words.test(text.slice(0, maxReportLength)))?.[1] ?? null;

const inferStatus = (text: string, isDelayed: boolean): string | null => {
  const status = statusFromPhrases(text);
  if (status) return isDelayed ? `4${status.slice(1)}` : status;
  const replyClass = /(?<![\d.])([45])\d\d[ :-]/.exec(text)?.[1];
  if (replyClass) return `${replyClass}.0.0`;
  if (isDelayed) return "4.0.0";
  return /permanent/i.test(text) ? "5.0.0" : null;
};

/** The first address that is neither the reporting server's nor our own. */
const findRecipient = (
  reportText: string,
  source: ReportSource,
  failedRecipients: string | undefined,
): string | null => {
  const [failedRecipient] = findAddresses(failedRecipients ?? "");
  if (failedRecipient) return failedRecipient;
  const ownAddresses = new Set(source.to.map(({ address }) => address.toLowerCase()));
  const matches = findAddresses(reportText).filter(
    (address) => address !== source.from?.address.toLowerCase() && !isMailerDaemon(address),
  );
  return matches.find((address) => !ownAddresses.has(address)) ?? null;
};

const findOriginalRecipient = (rest: string): string | null =>
  findAddresses(/^[> \t]{0,10}to:([^\n]{0,300})/im.exec(rest)?.[1] ?? "")[0] ?? null;

/** The line with the code, and the line it may wrap onto. */
const findDiagnostic = (reportText: string): string | null => {
  const lines = reportText.split(/\r?\n/);
  const at = lines.findIndex((line) => /(?<![\d.])[45](\d\d[ :-]|\.\d{1,3}\.\d{1,3}(?![\d.]))/.test(line));
  const lineIndex = at >= 0 ? at : lines.findIndex((line) => failurePhrases.test(line));
  if (lineIndex < 0) return null;
  const next = lines[lineIndex + 1]?.trim() ?? "";
  return `${lines[lineIndex]?.trim()} ${next}`.trim();
};

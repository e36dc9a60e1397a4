/** hard: the address does not exist · soft: a retry may succeed · policy: the server rejected us or this message. */
export type BounceClass = "hard" | "soft" | "policy";

export type BounceReason = {
  status: string | null;
  action: "failed" | "delayed";
  /** What the receiving server said. */
  diagnostic: string | null;
};

export type ClassifiedBounce = {
  class: BounceClass;
  /** True where further messages to the address are pointless. */
  suppress: boolean;
};

const maxTextLength = 2000;

const saysQuota =
  /(mail ?box|inbox|account|quota|storage|disk|buz[oó]n).{0,40}(full|exceed|over|lleno|llena|excedid|insufficient|no space)|over ?quota|quota.{0,20}(exceed|reached|violation)|exceed.{0,20}(quota|storage)|insufficient (system )?(storage|resources)|(storage|disk) (space )?(full|limit)/i;

/** Strong signs only: "access denied" is also said of addresses that do not exist. */
const saysPolicy =
  /\b(spam|spammy|junk|black ?list\w*|block ?list\w*|deny ?list|dnsbl|rbl|spamhaus|barracuda|spamcop|proofpoint|mimecast|cloudmark|reputation|dmarc|dkim|spf|virus|malware|phish\w*|unsolicited|bulk)\b|(local|security|content|administrative|message|recipient|sender|sending|organi[sz]ation\w*) polic|polic(y|ies) (reasons?|violation|restrict\w*|reject\w*)|(rejected|refused|blocked) (by|for|due to) (\w+ ){0,2}polic|message (was )?(rejected|blocked|refused)|sender (address )?(was )?(rejected|denied|blocked|refused|not allowed|verify failed)|\byour (ip|server|host|domain|mail server|network)\b.{0,60}(block|reject|refus|deni|not allowed|listed)|client host (was )?(rejected|blocked)|rate limit\w*|too many (messages|connections|recipients|emails)|greylist\w*|relay(ing)? (access )?(denied|not (allowed|permitted))|authentication (required|failed)|not authenticated|must (authenticate|issue a starttls)|prohibited|contains? (a )?(url|link|attachment)|frequency limit|complaint|recipient preferences|no relaying|not authori[sz]ed|unauthenticated|messages from \S+ were ?n.t sent/i;

const saysUnknownRecipient =
  /user unknown|unknown (user|recipient|address|mailbox|account)|no such (user|recipient|address|mailbox|person|account|local user|domain)|(user|recipient|mailbox|mail box|address|e-?mail|account|destinatario|usuario|cuenta)\b[^\n]{0,60}\b(does ?n['’o]t exist|do ?n['’o]t exist|not exist|not found|not listed|not recogni[sz]ed|unknown|invalid|no longer (exists?|available|valid|in use|active)|has been (disabled|deactivated|closed|suspended|discontinued|deleted)|is (disabled|inactive|closed|deactivated|suspended)|no existe|inexistente)|(mailbox|user|account) (unavailable|disabled|inactive|closed|deactivated|suspended|terminated)|does ?n['’o]t have an? \S+ account|invalid (address|recipient|mailbox|user)|recipient (not found|address(es)? rejected ?: ?(access denied|undeliverable|unverified|user|unknown|disabled))|disabled recipient|not a valid (user|mailbox|recipient|address)|no mailbox (here|by that name)|isn['’]t (listed|found)|address (not present|couldn['’]t be found)|(usuario|destinatario|buz[oó]n) (desconocido|no existe|no v[aá]lido|inv[aá]lido)|no longer (works|employed)/i;

const saysNoHost =
  /(host|domain|name|dominio)\b.{0,60}(unknown|not found|does ?n['’o]t exist|no existe|not resolve|cannot be resolved)|unrouteable|unroutable|no mx( record)?|null mx|nxdomain|could not find a gateway|doesn['’]t receive (e-?)?mail|does not accept mail|bad destination (host|system)/i;

/** Details of the enhanced status that say the address or its domain cannot be reached, ever. */
const isDeadStatus = ([subject = "", detail = ""]: readonly string[]): boolean => {
  // 5.1.4 is an ambiguous address, 5.1.9 a server that lacks a feature.
  if (subject === "1") return !["4", "9"].includes(detail);
  if (subject === "2") return detail === "1";
  return subject === "4" && ["4", "310"].includes(detail);
};

/** By the text first: servers give 5.1.1 and 5.0.0 for everything. Without a text, by the status. */
export const classifyBounce = ({ status, action, diagnostic }: BounceReason): ClassifiedBounce => {
  const text = (diagnostic ?? "").slice(0, maxTextLength);
  const soft = { class: "soft", suppress: false } as const;
  const policy = { class: "policy", suppress: false } as const;
  const dead = { class: "hard", suppress: true } as const;
  if (action === "delayed" || status === null || status.startsWith("4.")) return soft;
  const [subject = "", detail = ""] = status.split(".").slice(1);
  if (status === "5.2.2" || saysQuota.test(text)) return soft;
  // 5.1.7 and 5.1.8 are about our own address.
  if (saysPolicy.test(text) || ["5.1.7", "5.1.8"].includes(status)) return policy;
  if (saysUnknownRecipient.test(text) || saysNoHost.test(text)) return dead;
  if (isDeadStatus([subject, detail])) return dead;
  // The message is too large or malformed, or we are not welcome.
  if (["6", "7"].includes(subject) || ["5.2.3", "5.3.4"].includes(status)) return policy;
  // Given up after trying for days; the server may be back tomorrow.
  if (["5.4.1", "5.4.7", "5.4.300", "5.4.312"].includes(status) || /\bexpired\b/i.test(text)) return soft;
  return { class: "hard", suppress: false };
};

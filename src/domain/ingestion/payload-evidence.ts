import { splitFieldName } from "./split-field-name.ts";

const weighted = (weight: number, text: string): [string, number][] =>
  text
    .trim()
    .split(/\s+/)
    .map((name) => [name, weight]);

/** Names of fields in payloads of tools that developers and operators use, by how surely they say so. */
const toolFields = new Map<string, number>([
  ...weighted(
    2,
    `repository repo repositories checkrun checksuite workflowrun objectkind pusher pushedby committer sourcebranch
    targetbranch sshurl cloneurl giturl stacktrace traceback exception exceptions changelog issuetype buildnumber buildnum
    buildurl buildid buildstatus incident incidents incidentid alertname alertid alerttype alertcontacts monitor monitors
    monitorid monitorurl errorclass culprit sprint workitem workitemtype workpackage timeentry diffurl patchurl codecoverage
    dashboardid ruleurl reviewrequest historyitems searchname cve vulnerability vulnerabilities runbook oncall escalation
    escalationpolicy featureflag toggle rollout dag pod pods kubernetes docker artifact artifacts testrun testsuite
    hostname depot stackname logurl protopayload principal`,
  ),
  ...weighted(
    1,
    `branch ref sha build builds deployment deployments deploy deploys environment environments milestone epic story stories
    backlog revision revisions severity alert alerts alarm threshold metric metrics metricname dashboard cluster namespace
    container uptime downtime monitortype fingerprint stderr stdout exitcode gitref vcs vcsurl tagname membercreator worklog
    storytype board gid resourcetype triggeredby execution executions qualitygate exceptionclass releasestage fault flag
    flags registry log logs trace scan cpu
    latency dataset pullrequests testcase coverage runid runs ruleid outage ack
    acknowledged acknowledgedat heartbeat probe crash directory directoryid tenantid serviceaccount cron vault loglevel
    eventversion bug bugs sync connector webhookid osversion appversion devicemodel`,
  ),
  ...weighted(
    0.5,
    `pipeline pipelines release releases workflow workflows job jobs stage project projects issue issues assignee assignees
    reviewers labels image server servers check checks platform card checklist resolution priority app slug entitytype stack
    task tasks tasklist run space workspace team channel thread bot sheet row doc document page file files
    guild room instance dependency dependencies script system organization organizationid org schema cursor actor
    initiator editor diff feature features package packages version versions error errors node memory query tests rule
    device`,
  ),
]);

/** Names of fields in payloads about customers. */
const businessFields = new Map<string, number>([
  ...weighted(
    1,
    `order orders pedido payment pago booking reservation reserva appointment cita invoice factura checkout cart form
    formulario formid formname survey encuesta quote cotizacion lead leads customer customers cliente lineitems purchase
    compra enrollment enrolment inscripcion registration donation contract contrato policy poliza consent optin
    marketingconsent utm utmsource utmcampaign landingpage segments traits conversation anonymousid eventregistration
    rating stars nps inquiry enquiry solicitud visitor prospect guest buyer patient paciente attendee invitee donor
    applicant coupon question questions pregunta loan vehicle checkin checkout itinerary call callid callduration sms`,
  ),
  ...weighted(
    0.5,
    `product products producto price precio amount importe total subtotal currency moneda plan property propiedad listing
    campaign ticket offer oferta course curso membership discount account sku servicename productname coursename offertitle
    subscription suscripcion subject inbox mailbox contact contacts member score review store venue party`,
  ),
]);

const wordWeight = (fields: ReadonlyMap<string, number>, words: readonly string[]): number => {
  const compact = words.join("");
  const whole = fields.get(compact) ?? fields.get(compact.replace(/s$/, ""));
  if (whole !== undefined) return whole;
  // A part of a name says less than the name; short parts say nothing.
  let weight = 0;
  for (const word of words) if (word.length > 3) weight = Math.max(weight, (fields.get(word) ?? 0) / 2);
  return weight;
};

/** Words in the value of an event's type: `issue_created`, `order.paid`. */
const toolEvents = new Set(
  `story issue commit push build deploy deployment pipeline incident alert alarm flag repo repository branch epic sprint
  pullrequest mergerequest monitor job run workflow release package scan vulnerability container node pod feature task
  board iteration section dsync directory audit log crash error test sync backup certificate problem bug heartbeat check instance`.split(
    /\s+/,
  ),
);
const businessEvents =
  /^(?:sign(?:ed)?up|regist(?:er|ered|ration|rant)|trial|subscri(?:be|bed|ber|ption)s?|purchas(?:e|ed)|checkout|leads?|book(?:ed|ing)s?|orders?|pa(?:y|id|yment)s?|customers?|contacts?|invoices?|appointments?|enroll(?:ed|ment)|guests?|form|quotes?|reviews?|donations?|members?|conversations?|chat|visitor|tickets?|calls?|carts?|reservations?|invitee|prospects?|patients?)$/;

const machineStates =
  /^(?:down|up|critical|crit|firing|triggered|unhealthy|degraded|outofsync|unacked|alerting|errored|aborted|major outage|operational)$/i;
const logLevels =
  /^(?:debug|info|notice|warn|warning|error|err|fatal|critical|emergency|high|medium|low|sev\d)$/i;

const noEvidence: PayloadEvidence = { tool: 0, business: 0 };

/** Fields that name the kind of record or event. */
const recordKind =
  /^(?:resource|object|entity|model|module|collection|category|(?:object|resource|entity)_?type)$/i;

const holdsAddress = (value: unknown): boolean =>
  typeof value === "string"
    ? /@|^\+?\d{8}/.test(value)
    : value !== null &&
      typeof value === "object" &&
      Object.values(value).some((inner) => typeof inner === "string" && inner.includes("@"));

/** What the value of a field says: log levels and states of machines belong to tools. */
const valueEvidence = (name: string, value: unknown, own: EvidenceField): PayloadEvidence => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  // A message with a recipient is correspondence, not an entry of a log.
  if (own.party === "to" && holdsAddress(first)) return { tool: 0, business: 1 };
  if (typeof value !== "string" || value.length >= 80) return noEvidence;
  if (/(?:status|state|phase|health)$/i.test(name) && machineStates.test(value))
    return { tool: 2, business: 0 };
  if (/(?:level|severity)$/i.test(name) && logLevels.test(value)) return { tool: 2, business: 0 };
  if (own.eventType === 0 && !recordKind.test(name)) return noEvidence;
  const eventWords = splitFieldName(value);
  const pairs = eventWords.map((word, index) => word + (eventWords[index + 1] ?? ""));
  const all = [...eventWords, ...pairs];
  return {
    tool: all.some((word) => toolEvents.has(word)) ? 1 : 0,
    business: all.some((word) => businessEvents.test(word)) ? 1 : 0,
  };
};

/** How much a payload looks like one of a developer's tool, and like one about customers. */
export type PayloadEvidence = { tool: number; business: number };

/** What is known of a field's name. */
type EvidenceField = { evidence: PayloadEvidence; eventType: number; party: "from" | "to" | undefined };

export const fieldEvidence = (words: readonly string[]): PayloadEvidence => ({
  tool: /commit|pullrequest|mergerequest/.test(words.join("")) ? 2 : wordWeight(toolFields, words),
  business: wordWeight(businessFields, words),
});

/** Adds up the evidence of a payload's fields, each name once. */
export const collectEvidence = () => {
  const byName = new Map<string, PayloadEvidence>();
  return {
    add(name: string, own: EvidenceField, value: unknown): void {
      const stated = valueEvidence(name, value, own);
      const tool = own.evidence.tool + stated.tool;
      const business = own.evidence.business + stated.business;
      if (tool + business === 0) return;
      const seen = byName.get(name);
      byName.set(name, {
        tool: Math.max(seen?.tool ?? 0, tool),
        business: Math.max(seen?.business ?? 0, business),
      });
    },
    /** The answers of a form were found. */
    addAnswers(): void {
      byName.set("", { tool: 0, business: 1 });
    },
    total(): PayloadEvidence {
      const total = { tool: 0, business: 0 };
      for (const { tool, business } of byName.values()) {
        total.tool += tool;
        total.business += business;
      }
      return total;
    },
  };
};

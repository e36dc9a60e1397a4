const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words for the person whom a business serves or wants to win. */
export const customerWords = wordSet(`
  customer customers client clients cliente clientes contact contacts contacto contactos lead leads prospect
  prospects prospecto person people persona personas subscriber subscribers suscriptor respondent invitee invitees
  attendee attendees guest guests huesped invitado buyer comprador payer pagador purchaser patient paciente member
  members student alumno estudiante applicant applicants candidate candidates candidato donor donante billing
  visitor visitante registrant registrants requester requestor solicitante interesado caller consumer shopper
  participant participante signer signers signatory recipient recipients receipt tenant inquilino inquirer
  cardholder traits`);

/** Of these, words that tools also use for their own users and watchers. */
export const weakCustomerWords = wordSet(
  "person people persona member members contact contacts subscriber subscribers recipient recipients participant receipt",
);

/** Words for our own side, for a third party or for an organisation. */
export const staffWords = wordSet(`
  owner owners agent agents agente assignee assigned assignees asignado merchant repository repo staff admin admins
  administrator employee empleado operator rep reps representative salesperson salesrep organizer organiser host
  hosts teammate team support creator by actor committer pusher author authors vendor supplier proveedor seller
  vendedor vendedora asesor asesora ejecutivo encargado responsable gestor corredor store shop tienda installation
  bot sponsor manager instructor teacher coach trainer advisor adviser consultant broker realtor lister listing
  dealer dealership technician driver courier cashier stylist provider practitioner doctor therapist recruiter
  recruiters interviewer interviewers hiring coordinator csm cc bcc reply replyto emergency bounce unsubscribe
  webmaster memberships membership head base commit commits issuer channel inbox mailbox referrer
  referral referred referido partner spouse reviewer reviewers responsible approver responder updater editor
  reporter uploader maintainer maintainers submitter initiator invoker performer modifier moderator preparer related sales self system bcc dropbox`);
export const companyWords = wordSet(`
  company companies business organization organisation org empresa negocio compania sucursal corporate account
  accounts employer workplace tenancy workspace brand site location locations branch clinic restaurant office`);

/** Fields of an object that describes an organisation. */
export const companyFields = wordSet(`
  domain industry employees employeescount numberofemployees numemployees employeecount annualrevenue revenue
  legalname taxid vatnumber founded foundedyear sector ticker naics sic website sicdescription companytype`);

/** Objects of these names hold fields of the object around them. */
export const detailObjects = wordSet(`
  profile attributes properties fields traits merges mergefields customfields contactinfo contactinformation
  contactdetails contactdata details personal personalinfo personaldata personalinformation personaldetails info
  identity address addresses defaultaddress homeaddress mailingaddress billingaddress billing shipping
  shippingaddress billingdetails billinginfo shippinginfo communication userdetails demographics names
  columns cells answers responses formdata formresponse rawrequest direccion datos datospersonales locale`);

/** Lists of these names hold independent records, of which one payload reports the first. */
export const recordLists = wordSet(
  `data records items results rows entries entry changes events objects leads contacts customers subscribers
  prospects people members users resources list submissions responses orders invoices conversations charges`,
);

const weighted = (weight: number, text: string): [string, number][] =>
  text
    .trim()
    .split(/\s+/)
    .map((name) => [name, weight]);

/** Names of fields in payloads of tools that developers and operators use, by how surely they say so. */
const toolFields = new Map<string, number>([
  ...weighted(
    2,
    `repository repo checkrun checksuite workflowrun objectkind pusher pushedby committer sourcebranch targetbranch
    sshurl cloneurl giturl stacktrace traceback exception exceptions changelog issuetype buildnumber buildnum buildurl
    buildid buildstatus incident incidents incidentid alertname alertid alerttype alertcontacts monitor monitorid
    monitorurl errorclass culprit sprint workitem workitemtype workpackage timeentry diffurl patchurl codecoverage
    dashboardid ruleurl reviewrequest historyitems searchname`,
  ),
  ...weighted(
    1,
    `branch ref sha build builds deployment deploy deploys environment milestone epic story stories backlog revision
    revisions severity alert alerts threshold metric metrics metricname dashboard cluster namespace container
    uptime downtime monitortype fingerprint stderr stdout exitcode gitref vcs vcsurl tagname membercreator worklog
    storytype board gid resourcetype triggeredby execution qualitygate exceptionclass releasestage fault flag`,
  ),
  ...weighted(
    0.5,
    `pipeline pipelines release releases workflow job jobs stage project issue issues bug assignee reviewers labels
    image service services server check checks platform card checklist hostname resolution priority app slug entitytype stack`,
  ),
]);
/** Names of fields in payloads about customers; a bare `user` is one only beside them. */
export const businessFields = wordSet(`
  order orders product products price amount total currency payment plan subscription invoice booking appointment
  reservation course offer checkout cart form formid formname survey quote policy property listing campaign lead leads
  customer contact segments traits conversation ticket purchase membership event_registration coupon discount account
  servicename sku lineitems productname coursename offertitle consent optin utm utmsource landingpage anonymousid`);

const toolEvents =
  /(?:^|[^a-z])(?:story|issue|commit|push|build|deploy(?:ment)?|pipeline|incident|alert|flag|repo(?:sitory)?|branch|pull_request|merge_request|epic|sprint)(?:[^a-z]|$)/i;

/** What a field's name says of its sender being such a tool. */
export const toolWeight = (compactName: string): number => {
  if (/commit|pullrequest|mergerequest/.test(compactName)) return 2;
  const base = compactName.replace(/(?:ids?|key|name|url|status|slug|title|number)$/, "");
  return toolFields.get(compactName) ?? (toolFields.get(base) ?? 0) / 2;
};
/** What the value of a type, kind or action says of it: `issue_created`, `story`. */
export const toolEventWeight = (value: unknown): number =>
  typeof value === "string" && value.length < 80 && toolEvents.test(value) ? 1 : 0;
const businessEvents =
  /sign(?:ed)?[ _-]?up|regist|trial|subscri|purchas|checkout|lead|book|order|pay|customer|contact/i;
export const isBusinessEvent = (value: unknown): boolean =>
  typeof value === "string" && value.length < 80 && businessEvents.test(value);

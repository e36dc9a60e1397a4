import { canBeName, hasNameCasing } from "#domain/ingestion/value-shapes.ts";

const name = String.raw`(\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:de|del|la|los|van|von|\p{Lu}[\p{L}\p{M}'’.-]*)){0,4})`;

/** "New lead - Ana Ríos", "Mensaje de Ana Ríos". */
const afterWord = new RegExp(
  String.raw`(?:^|\b)(?:lead|leads|message|messages|inquiry|enquiry|request|contact|quote|referral|mensaje|consulta|solicitud|contacto|cotizaci[oó]n|prospecto)\s*(?:from|by|de|:|-|–|—)\s*${name}(?=\s*(?:$|[,.!(|–—-]|\b(?:is|has|needs|wants|via|about|for|at|in|sobre|para|quiere|necesita|por)\b))`,
  "u",
);
/** "Ana Ríos is looking for …", "Ana Ríos just submitted your form". */
const beforeVerb = new RegExp(
  String.raw`^(?:new lead: |nuevo prospecto: )?${name} (?:is (?:interested|looking|requesting|asking)|has (?:sent|requested|asked|a question)|just (?:submitted|sent|contacted)|(?:submitted|requested|contacted|needs|wants|would like|sent you)\b|(?:quiere|necesita|solicita|solicit[oó]|envi[oó]|est[aá] interesad[oa]|busca)(?=\s|$))`,
  "u",
);
const notNames =
  /^(?:new|nuevo|nueva|your|you|the|a|an|someone|lead|customer|client|website|contact|form|re|fwd?|rv)\b/i;

const readName = (line: string): string | undefined => {
  const found = (beforeVerb.exec(line)?.[1] ?? afterWord.exec(line)?.[1])?.trim().replace(/[-–—,]+$/, "");
  return found !== undefined && canBeName(found) && hasNameCasing(found) && !notNames.test(found)
    ? found
    : undefined;
};

const maxLines = 15;

/** The lead whom the subject or the first lines of a portal's mail name. */
export const findNamedLead = (subject: string, text: string): string | undefined => {
  for (const line of [subject, ...text.split("\n").slice(0, maxLines)]) {
    const found = readName(line.slice(0, 200).trim());
    if (found !== undefined) return found;
  }
  return undefined;
};

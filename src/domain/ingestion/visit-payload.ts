import {
  type AnswerLabel,
  answerLabels,
  answerValueKey,
  contactRole,
  findCounterparty,
  hasMeaning,
  identifiesField,
  isAnswerList,
  isCompany,
  isJsonObject,
  isOutbound,
  isToolAccount,
  type JsonObject,
  questionTitles,
  textField,
} from "./answer-lists.ts";
import { type FieldMeaning, fieldMeaning, noMeaning } from "./field-meaning.ts";
import { guessWeights } from "./guess-weights.ts";
import { collectEvidence, type PayloadEvidence } from "./payload-evidence.ts";
import { type PathFilter, type PathStep, parseJsonText } from "./plain-expression.ts";

/** A position in a payload. */
export type PayloadNode = { parent: PayloadNode | undefined; step: PathStep | undefined; depth: number };

/** An object of a payload, with its detail objects: what it says belongs to one person or organisation. */
export type Party = {
  node: PayloadNode;
  parent: Party | undefined;
  /** Sum of `guessWeights.ownership`; as for values. */
  ownership: number;
  /** One of a list. */
  isItem: boolean;
  isUser: boolean;
  /** The payload itself, or what its envelope holds. */
  isOutermost: boolean;
};

/** What the ancestors of a value say about it. */
type Context = {
  party: Party;
  meaning: FieldMeaning;
  /** Sum of `guessWeights.ownership`. */
  ownership: number;
  /** The node whose fields describe one contact; values of one contact share it. */
  contactNode: PayloadNode;
  /** Inside a field that is called a message. */
  inMessage: boolean;
};

export type PayloadValue = Context & { value: string | number; node: PayloadNode };

type VisitContext = Context & {
  outbound: boolean | undefined;
  /** The object or list to visit holds details of the party around it. */
  isDetail: boolean;
  /** The list to visit holds independent records. */
  isRecordList: boolean;
};

const maxNodes = 2000;
const maxDepth = 14;
const maxKeys = 300;
const maxAnswers = 100;
const maxItems = 8;
const maxJsonText = 100_000;
const maxJsonTextDepth = 3;
const maxEvidenceDepth = 4;

const childOf = (parent: PayloadNode, step: PathStep): PayloadNode => ({
  parent,
  step,
  depth: parent.depth + 1,
});

/** The node of a list's item. Brackets belong to the step before them; undefined where the path allows none. */
const itemOf = (list: PayloadNode, ...filters: PathFilter[]): PayloadNode | undefined => {
  if (list.step === undefined) return childOf(list, { kind: "root", filters });
  if (list.step.kind === "json" || list.step.filters.length > 0) return undefined;
  return { ...list, step: { ...list.step, filters } };
};

const isItem = ({ step }: PayloadNode): boolean =>
  step !== undefined && "filters" in step && step.filters.length > 0;

/** Most values: neither named nor written like anything the guesser looks for. */
const isIrrelevant = (value: unknown, own: FieldMeaning, parent: FieldMeaning): boolean => {
  if (typeof value !== "string" && typeof value !== "number") return false;
  if (own.isWrapper || own.party || own.eventType > 0 || hasMeaning(own) || describesPlace(own)) return false;
  if (parent.email > 0 || parent.phone > 0 || parent.fullName > 0) return false;
  return typeof value === "number" || (!value.includes("@") && !/^\s*(?:[+({[\d]|[a-z]{1,8}:)/i.test(value));
};

const describesPlace = ({ language, country, zip, region, town }: FieldMeaning): boolean =>
  language + country + zip + region + town > 0;

/** Whether an object or list under this name holds details of the object around it. */
const holdsDetails = (own: FieldMeaning): boolean =>
  own.isDetail || own.isWrapper || own.email + own.phone + own.firstName + own.lastName + own.fullName > 0;

/** Ownership of an object's fields, given the role that the object states. */
const objectOwnership = (fields: JsonObject, { ownership, meaning }: VisitContext): number => {
  const { customerRole, staffRole, userRole } = guessWeights.ownership;
  const role = contactRole(fields);
  if (role === "staff") return ownership + staffRole;
  if (role === undefined) return ownership;
  // The author of a conversation counts as staff until a role says otherwise; an owner stays one.
  const base = meaning.party === undefined ? ownership : Math.max(ownership, 0);
  return role === "customer" ? base + customerRole : base === 0 ? userRole : base;
};

/** What being the sender or the recipient of a message adds to a field's ownership. */
const partyOwnership = ({ party, ownership }: FieldMeaning, outbound: boolean | undefined): number => {
  const { partyInside, partyOutside, likelyRecipient, likelySender } = guessWeights.ownership;
  if (party === undefined) return 0;
  if (outbound !== undefined) return (party === "from") === outbound ? partyInside : partyOutside;
  if (party === "to") return ownership <= 0 ? likelyRecipient : 0;
  return ownership >= 0 ? likelySender : 0;
};

/** A field's meaning; one without any takes a share of its parent's, as in `phone: { home: … }`. */
const inheritMeaning = (key: string, own: FieldMeaning, parent: FieldMeaning): FieldMeaning => {
  const { certain } = guessWeights.meaning;
  // Inside `name`, `first` and `last` are clear.
  if (parent.fullName > 0 && own.firstName > 0) return { ...own, firstName: certain };
  if (parent.fullName > 0 && own.lastName > 0) return { ...own, lastName: certain };
  if (parent.fullName > 0 && /^(full|display|formatted|complete)$/i.test(key))
    return { ...own, fullName: certain };
  if (hasMeaning(own) || (parent.email <= 0 && parent.phone <= 0)) return own;
  return {
    ...own,
    email: own.emailField === "never" ? 0 : parent.email * guessWeights.inheritedMeaning,
    phone: /id|type|code|ext/i.test(key) ? 0 : parent.phone * guessWeights.inheritedMeaning,
  };
};

/** The question that stands beside an answer is the form's, not what the person wrote. */
const isAskedQuestion = (key: string, fields: JsonObject): boolean =>
  /^(?:question|pregunta)$/i.test(key) &&
  ["answer", "answers", "response", "respuesta", "value"].some((answer) => Object.hasOwn(fields, answer));

/**
 * Calls `onValue` for every text and number, up to a bound; outer values come before those they contain. The result
 * says what the names and states in the payload tell of its sender.
 */
export const visitPayload = (payload: unknown, onValue: (value: PayloadValue) => void): PayloadEvidence => {
  let nodesLeft = maxNodes;
  const evidence = collectEvidence();
  let titles: Map<string, string> | undefined;

  const visit = (value: unknown, node: PayloadNode, context: VisitContext): void => {
    if (nodesLeft-- <= 0 || node.depth > maxDepth) return;
    if (typeof value === "string") visitText(value, node, context);
    else if (typeof value === "number") onValue({ value, node, ...context });
    else if (Array.isArray(value)) visitList(value, node, context);
    else if (isJsonObject(value)) visitFields(value, node, context);
  };

  const visitText = (value: string, node: PayloadNode, context: VisitContext): void => {
    // A form tool may send the whole submission as JSON inside one field.
    if (/^[{[]/.test(value) && value.length < maxJsonText && node.depth < maxJsonTextDepth) {
      const parsed = parseJsonText(value);
      if (isJsonObject(parsed)) {
        visit(parsed, childOf(node, { kind: "json" }), { ...context, meaning: noMeaning, isDetail: false });
        return;
      }
    }
    if (value !== "") onValue({ value, node, ...context });
  };

  const visitList = (list: unknown[], node: PayloadNode, context: VisitContext): void => {
    const items = list.slice(0, maxAnswers).filter(isJsonObject);
    if (isAnswerList(items) && context.meaning.email + context.meaning.phone === 0) {
      evidence.addAnswers();
      visitAnswers(items, node, context);
      return;
    }
    const counterparty = findCounterparty(items, context.outbound);
    if (counterparty) {
      const item = itemOf(node, ...counterparty.filters);
      const ownership = guessWeights.ownership.counterparty;
      if (item) visit(counterparty.fields, item, { ...context, ownership });
      return;
    }
    const count = items.length === 0 || context.isRecordList || context.isDetail ? 1 : maxItems;
    for (const [index, item] of list.slice(0, count).entries()) {
      const child = itemOf(node, { index });
      if (child) visit(item, child, context);
    }
  };

  const visitAnswers = (answers: JsonObject[], node: PayloadNode, context: VisitContext): void => {
    const labelsByAnswer = answers.map(answerLabels);
    const labelId = ({ key, text }: AnswerLabel): string => `${key.join(".")}=${text}`;
    const counts = new Map<string, number>();
    for (const label of labelsByAnswer.flat())
      counts.set(labelId(label), (counts.get(labelId(label)) ?? 0) + 1);
    const isUsable = (label: AnswerLabel): boolean =>
      counts.get(labelId(label)) === 1 && !/[\\]|'.*"|".*'/.test(label.text);

    answers.forEach((answer, index) => {
      const labels = (labelsByAnswer[index] ?? []).filter(isUsable);
      const titleMeaning = questionMeaning(answer);
      const ownLabel = labels.find(identifiesField);
      // Where the question's title is stored elsewhere, the answer is found by the question's id, never by its own.
      const label =
        ownLabel ?? (hasMeaning(titleMeaning) ? labels.find(({ key }) => key[0] === "field") : undefined);
      const meaning = ownLabel ? fieldMeaning(ownLabel.text) : titleMeaning;
      const valueKey = answerValueKey(answer);
      const item = label && itemOf(node, { key: label.key, equals: label.text });
      if (!item || valueKey === undefined) return;
      visit(answer[valueKey], childOf(item, { kind: "name", name: valueKey, filters: [] }), {
        ...context,
        meaning,
        ownership: context.ownership + meaning.ownership,
        contactNode: node,
      });
    });
  };

  /** The meaning of the question that an answer refers to by `field.id`. */
  const questionMeaning = ({ field }: JsonObject): FieldMeaning => {
    titles ??= questionTitles(payload);
    const questionId = isJsonObject(field) ? textField(field, "id") : undefined;
    const title = questionId === undefined ? undefined : titles.get(questionId);
    return title === undefined ? noMeaning : fieldMeaning(title);
  };

  const visitFields = (fields: JsonObject, node: PayloadNode, context: VisitContext): void => {
    const outbound = isOutbound(fields) ?? context.outbound;
    const { notCustomer } = guessWeights.ownership;
    const ownership =
      objectOwnership(fields, context) + (isCompany(fields) || isToolAccount(fields) ? notCustomer : 0);
    const label =
      "value" in fields && answerLabels(fields).find(({ text }) => hasMeaning(fieldMeaning(text)));
    const isDetail = context.isDetail || label;
    const party = isDetail
      ? context.party
      : {
          node,
          parent: context.party,
          ownership,
          isItem: isItem(node),
          isUser: context.meaning.isUser,
          isOutermost: context.party.isOutermost && context.meaning.isEnvelope,
        };
    let keys = 0;
    for (const key in fields) {
      if (!Object.hasOwn(fields, key) || keys++ > maxKeys) continue;
      const value = fields[key];
      const own = fieldMeaning(key);
      if (node.depth < maxEvidenceDepth) evidence.add(key, own, value);
      if (value === null || typeof value === "boolean") continue;
      if (isIrrelevant(value, own, context.meaning) || isAskedQuestion(key, fields)) continue;
      const child = childOf(node, { kind: "name", name: key, filters: [] });
      if (own.isWrapper) {
        const meaning = label ? fieldMeaning(label.text) : context.meaning;
        const labelOwnership = label ? meaning.ownership : 0;
        visit(value, child, {
          ...context,
          party,
          meaning,
          ownership: ownership + labelOwnership,
          outbound,
          isDetail: true,
        });
      } else
        visit(value, child, {
          party,
          isDetail: holdsDetails(own),
          isRecordList: own.isRecordList,
          meaning: inheritMeaning(key, own, context.meaning),
          ownership: ownership + own.ownership + partyOwnership(own, outbound),
          contactNode: context.meaning.fullName > 0 ? context.contactNode : node,
          inMessage: context.inMessage || own.isMessage,
          outbound,
        });
    }
  };

  const root: PayloadNode = { parent: undefined, step: undefined, depth: 0 };
  const party: Party = {
    node: root,
    parent: undefined,
    ownership: 0,
    isItem: false,
    isUser: false,
    isOutermost: true,
  };
  visit(payload, root, {
    party,
    isDetail: true,
    isRecordList: true,
    meaning: noMeaning,
    ownership: 0,
    contactNode: root,
    inMessage: false,
    outbound: undefined,
  });
  return evidence.total();
};

/** The steps from the root of the payload to a node. */
export const pathTo = (node: PayloadNode): PathStep[] => {
  const steps: PathStep[] = [];
  for (let at: PayloadNode | undefined = node; at !== undefined; at = at.parent)
    if (at.step !== undefined) steps.push(at.step);
  return steps.reverse();
};

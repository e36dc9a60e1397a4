import { foldText } from "./chars.ts";
import type { PiiSpan } from "./detector.ts";
import { isBareNameField, isThingNameField } from "./detectors/name.ts";
import { piiDetectors } from "./detectors.ts";
import type { PiiKind } from "./kinds.ts";
import { maskSpans } from "./mask-text.ts";
import { scanText } from "./scanned-text.ts";
import { findSpans } from "./spans.ts";

/** What a field's name says of its value. Worked out once a name. */
export type FieldTraits = {
  normalisedName: string;
  /** The kinds that the name speaks of. */
  kinds: readonly PiiKind[];
  /** How the field stands in a path: `.name`, or `["a name"]`. */
  pathStep: string;
  /** A key may be personal itself: `{"ana@example.com": …}`. */
  kindsInName: readonly PiiKind[];
  holdsIdentifier: boolean;
  isVersion: boolean;
  /** `name`, of a person or of a thing. */
  isBareName: boolean;
  isThingName: boolean;
  /** Stands beside a name that is a person's. */
  impliesPerson: boolean;
  /** Says nothing alone: `number`, `first`, `day`; what contains it does. */
  needsParent: boolean;
  /** Holds what its parent, or the label beside it, speaks of. */
  isValue: boolean;
  isWrapper: boolean;
};

const maxNameLength = 120;
const maxCachedFields = 2000;

/** `customerFirstName`, `customer-first-name` and `Customer First Name` as `customer_first_name`. */
export const normaliseFieldName = (name: string): string =>
  foldText(name.slice(0, maxNameLength).replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2"))
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/** Kinds whose numbers would otherwise look like phones. */
export const numericKinds: ReadonlySet<PiiKind> = new Set(["iban", "ssn", "card", "birth_date"]);

/** The name is about the value, which is then not the thing itself. */
const attributeSuffix =
  /_(?:id|ids|type|status|count|verified|at|url|enabled|opt_?(?:in|out)|valid|validated|validation|format|country|hash|label|source|provider|consent|preference|score|required|key|token|domain|subject|template|event|events|list|bounce|state)$/;
const identifierName =
  /(?:^|_)(?:id|ids|uuid|guid|sku|isbn|ean|upc|gtin|barcode|imei|token|hash|sha|sha1|sha256|digest|signature|sig|nonce|tracking|order|invoice|pedido|orden|factura|reference|referencia|ref|timestamp|ts|time|epoch|version|build|price|precio|amount|monto|total|subtotal|cents|quantity|cantidad|size|length|bytes|url|uri|href|link|key|serial|etag|checksum|revision|sequence|cursor|offset|created|updated|expires|expiry|count|number|folio|code|codigo)$/;
const versionName = /(?:^|_)(?:version|versions|build|release|firmware|os|user_?agent|tag|tag_name|ua)$/;
const parentNeeded =
  /^(?:names?|nombres?|number|numero|num|no|first|last|given|family|middle|full|address|line_?[123]|day|month|year|dia|mes|ano|street|zip|code)$/;
const valueName =
  /^(?:values?|valor(?:es)?|text|answers?|respuestas?|raw|raw_value|formatted|content|string|response)$/;
const wrapperName =
  /^(?:data|datos|object|payload|properties|attributes|fields|body|record|records|result|results|items|rows|values?|form_response|answers|params|custom_fields|entry|changes|json|before|after|previous_attributes)?$/;

const formatPathStep = (name: string): string =>
  /^[^.[\]"\s]{1,80}$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 80))}]`;

/** A key that is personal itself; digits alone are an identifier there. */
export const findSpansInName = (name: string): readonly PiiSpan[] =>
  /@|%40|\d{4}/.test(name)
    ? findSpans(scanText(name.slice(0, maxNameLength), true)).filter(({ kind }) => kind !== "address")
    : [];

const computeTraits = (name: string, parent: string): FieldTraits => {
  const own = normaliseFieldName(name);
  const needsParent = parentNeeded.test(own);
  const words = needsParent && parent !== "" ? `${parent}_${own}` : own;
  const isAbout = attributeSuffix.test(own) && !/(?:^|_)(?:wa|recipient)_id$/.test(own);
  const kinds = isAbout
    ? []
    : piiDetectors.filter(({ byField }) => byField?.names(words)).map(({ kind }) => kind);
  const spans = findSpansInName(name);
  const ownKinds = [...new Set(spans.map(({ kind }) => kind))];
  return {
    normalisedName: words,
    kinds,
    pathStep: formatPathStep(ownKinds.length > 0 ? maskSpans(name.slice(0, maxNameLength), spans) : name),
    kindsInName: ownKinds,
    holdsIdentifier:
      kinds.length === 0 ? identifierName.test(own) : kinds.some((kind) => numericKinds.has(kind)),
    isVersion: versionName.test(own),
    isBareName: isBareNameField(words),
    isThingName: isThingNameField(words),
    impliesPerson:
      kinds.some((kind) => kind === "email" || kind === "birth_date" || kind === "phone") ||
      /(?:^|_)(?:first_?name|last_?name|apellidos?|surname|gender)$/.test(own),
    needsParent,
    isValue: valueName.test(own),
    isWrapper: wrapperName.test(own) || /^\d+$/.test(own),
  };
};

const traitsByName = new Map<string, FieldTraits>();
const traitsByParent = new Map<string, Map<string, FieldTraits>>();
let cachedWithParent = 0;

const cacheTraits = (memory: Map<string, FieldTraits>, name: string, parent: string): FieldTraits => {
  const field = computeTraits(name, parent);
  if (name.length > maxNameLength) return field;
  memory.set(name, field);
  return field;
};

/** What a field speaks of; `parent` is the words of what contains it. */
export const describeField = (name: string, parent: string): FieldTraits => {
  // Fields named by a sender's own data must not fill the memory.
  if (traitsByName.size >= maxCachedFields) traitsByName.clear();
  const field = traitsByName.get(name) ?? cacheTraits(traitsByName, name, "");
  if (!field.needsParent || parent === "") return field;
  const sameParent = traitsByParent.get(parent);
  const same = sameParent?.get(name);
  if (same) return same;
  if (++cachedWithParent > maxCachedFields) {
    traitsByParent.clear();
    cachedWithParent = 1;
  }
  const memory = traitsByParent.get(parent) ?? new Map<string, FieldTraits>();
  traitsByParent.set(parent, memory);
  return cacheTraits(memory, name, parent);
};

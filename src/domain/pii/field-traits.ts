import { foldText } from "./chars.ts";
import type { PiiSpan } from "./detector.ts";
import { isBareNameField, isThingNameField } from "./detectors/name.ts";
import { piiDetectors } from "./detectors.ts";
import type { PiiKind } from "./kinds.ts";
import { maskSpans } from "./mask-text.ts";
import { scanText } from "./scanned-text.ts";
import { findSpans } from "./spans.ts";

/** What a field's name says about its value; computed once per name. */
export type FieldTraits = {
  normalisedName: string;
  /** The kinds of personal data that the name announces. */
  kinds: readonly PiiKind[];
  /** `.name`, or `["a name"]`. */
  pathStep: string;
  /** Personal data in the name itself: `{"ana@example.com": …}`. */
  kindsInName: readonly PiiKind[];
  holdsIdentifier: boolean;
  isVersion: boolean;
  /** Just `name`: a person's or a thing's. */
  isBareName: boolean;
  isThingName: boolean;
  /** A `name` beside this field is a person's. */
  impliesPerson: boolean;
  /** Meaningless without its parent: `number`, `first`, `day`. */
  needsParent: boolean;
  /** Holds the value that its parent or a sibling label describes. */
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

/** Kinds whose values would otherwise be taken for phone numbers. */
export const numericKinds: ReadonlySet<PiiKind> = new Set(["iban", "ssn", "card", "birth_date"]);

/** Names of attributes of the value, not of the value itself. */
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

/** Personal data in a field name; bare digits there are an identifier. */
export const findSpansInName = (name: string): readonly PiiSpan[] =>
  /@|%40|\d{4}/.test(name)
    ? findSpans(scanText(name.slice(0, maxNameLength), true)).filter(({ kind }) => kind !== "address")
    : [];

const computeTraits = (name: string, parent: string): FieldTraits => {
  const ownName = normaliseFieldName(name);
  const needsParent = parentNeeded.test(ownName);
  const qualifiedName = needsParent && parent !== "" ? `${parent}_${ownName}` : ownName;
  const isAttribute = attributeSuffix.test(ownName) && !/(?:^|_)(?:wa|recipient)_id$/.test(ownName);
  const kinds = isAttribute
    ? []
    : piiDetectors.filter(({ byField }) => byField?.matchesName(qualifiedName)).map(({ kind }) => kind);
  const spans = findSpansInName(name);
  const ownKinds = [...new Set(spans.map(({ kind }) => kind))];
  return {
    normalisedName: qualifiedName,
    kinds,
    pathStep: formatPathStep(ownKinds.length > 0 ? maskSpans(name.slice(0, maxNameLength), spans) : name),
    kindsInName: ownKinds,
    holdsIdentifier:
      kinds.length === 0 ? identifierName.test(ownName) : kinds.some((kind) => numericKinds.has(kind)),
    isVersion: versionName.test(ownName),
    isBareName: isBareNameField(qualifiedName),
    isThingName: isThingNameField(qualifiedName),
    impliesPerson:
      kinds.some((kind) => kind === "email" || kind === "birth_date" || kind === "phone") ||
      /(?:^|_)(?:first_?name|last_?name|apellidos?|surname|gender)$/.test(ownName),
    needsParent,
    isValue: valueName.test(ownName),
    isWrapper: wrapperName.test(ownName) || /^\d+$/.test(ownName),
  };
};

const traitsByName = new Map<string, FieldTraits>();
const traitsByParent = new Map<string, Map<string, FieldTraits>>();
let cachedWithParent = 0;

const cacheTraits = (cache: Map<string, FieldTraits>, name: string, parent: string): FieldTraits => {
  const field = computeTraits(name, parent);
  if (name.length > maxNameLength) return field;
  cache.set(name, field);
  return field;
};

/** `parent` is the normalised name of the containing field. */
export const describeField = (name: string, parent: string): FieldTraits => {
  // Senders may use data as field names, so the cache is bounded.
  if (traitsByName.size >= maxCachedFields) traitsByName.clear();
  const field = traitsByName.get(name) ?? cacheTraits(traitsByName, name, "");
  if (!field.needsParent || parent === "") return field;
  const siblings = traitsByParent.get(parent);
  const cached = siblings?.get(name);
  if (cached) return cached;
  if (++cachedWithParent > maxCachedFields) {
    traitsByParent.clear();
    cachedWithParent = 1;
  }
  const cache = traitsByParent.get(parent) ?? new Map<string, FieldTraits>();
  traitsByParent.set(parent, cache);
  return cacheTraits(cache, name, parent);
};

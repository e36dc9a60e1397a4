import { plain } from "./chars.ts";
import type { PiiSpan } from "./detector.ts";
import { isBareName, namesOfThings } from "./detectors/name.ts";
import { detectors } from "./detectors.ts";
import type { PiiKind } from "./kinds.ts";
import { maskSpans } from "./mask-text.ts";
import { spansIn } from "./spans.ts";
import { readText } from "./text.ts";

/** What a field's name says of its value. Worked out once a name. */
export type Field = {
  words: string;
  /** The kinds that the name speaks of. */
  kinds: readonly PiiKind[];
  /** How the field stands in a path: `.name`, or `["a name"]`. */
  step: string;
  /** A key may be personal itself: `{"ana@example.com": …}`. */
  ownKinds: readonly PiiKind[];
  namesThing: boolean;
  isVersion: boolean;
  /** `name`, of a person or of a thing. */
  bareName: boolean;
  thing: boolean;
  /** Stands beside a name that is a person's. */
  marksPerson: boolean;
  /** Says nothing alone: `number`, `first`, `day`; what contains it does. */
  needsParent: boolean;
  /** Holds what its parent, or the label beside it, speaks of. */
  isValue: boolean;
  isWrapper: boolean;
};

const longestName = 120;
const most = 2000;

/** `customerFirstName`, `customer-first-name` and `Customer First Name` as `customer_first_name`. */
export const fieldWords = (name: string): string =>
  plain(name.slice(0, longestName).replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2"))
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/** Kinds whose numbers would otherwise look like phones. */
export const numbered: ReadonlySet<PiiKind> = new Set(["iban", "ssn", "card", "birth_date"]);

/** The name is about the value, which is then not the thing itself. */
const about =
  /_(?:id|ids|type|status|count|verified|at|url|enabled|opt_?(?:in|out)|valid|validated|validation|format|country|hash|label|source|provider|consent|preference|score|required|key|token|domain|subject|template|event|events|list|bounce|state)$/;
const thingName =
  /(?:^|_)(?:id|ids|uuid|guid|sku|isbn|ean|upc|gtin|barcode|imei|token|hash|sha|sha1|sha256|digest|signature|sig|nonce|tracking|order|invoice|pedido|orden|factura|reference|referencia|ref|timestamp|ts|time|epoch|version|build|price|precio|amount|monto|total|subtotal|cents|quantity|cantidad|size|length|bytes|url|uri|href|link|key|serial|etag|checksum|revision|sequence|cursor|offset|created|updated|expires|expiry|count|number|folio|code|codigo)$/;
const versionName = /(?:^|_)(?:version|versions|build|release|firmware|os|user_?agent|tag|tag_name|ua)$/;
const parentNeeded =
  /^(?:names?|nombres?|number|numero|num|no|first|last|given|family|middle|full|address|line_?[123]|day|month|year|dia|mes|ano|street|zip|code)$/;
const valueName =
  /^(?:values?|valor(?:es)?|text|answers?|respuestas?|raw|raw_value|formatted|content|string|response)$/;
const wrapperName =
  /^(?:data|datos|object|payload|properties|attributes|fields|body|record|records|result|results|items|rows|values?|form_response|answers|params|custom_fields|entry|changes|json|before|after|previous_attributes)?$/;

const pathStep = (name: string): string =>
  /^[^.[\]"\s]{1,80}$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 80))}]`;

/** A key that is personal itself; digits alone are an identifier there. */
export const spansInName = (name: string): readonly PiiSpan[] =>
  /@|%40|\d{4}/.test(name)
    ? spansIn(readText(name.slice(0, longestName), true)).filter(({ kind }) => kind !== "address")
    : [];

const make = (name: string, parent: string): Field => {
  const own = fieldWords(name);
  const needsParent = parentNeeded.test(own);
  const words = needsParent && parent !== "" ? `${parent}_${own}` : own;
  const isAbout = about.test(own) && !/(?:^|_)(?:wa|recipient)_id$/.test(own);
  const kinds = isAbout
    ? []
    : detectors.filter(({ byField }) => byField?.names(words)).map(({ kind }) => kind);
  const spans = spansInName(name);
  const ownKinds = [...new Set(spans.map(({ kind }) => kind))];
  return {
    words,
    kinds,
    step: pathStep(ownKinds.length > 0 ? maskSpans(name.slice(0, longestName), spans) : name),
    ownKinds,
    namesThing: kinds.length === 0 ? thingName.test(own) : kinds.some((kind) => numbered.has(kind)),
    isVersion: versionName.test(own),
    bareName: isBareName(words),
    thing: namesOfThings(words),
    marksPerson:
      kinds.some((kind) => kind === "email" || kind === "birth_date" || kind === "phone") ||
      /(?:^|_)(?:first_?name|last_?name|apellidos?|surname|gender)$/.test(own),
    needsParent,
    isValue: valueName.test(own),
    isWrapper: wrapperName.test(own) || /^\d+$/.test(own),
  };
};

const known = new Map<string, Field>();
const knownWithin = new Map<string, Map<string, Field>>();
let heldWithin = 0;

const remember = (memory: Map<string, Field>, name: string, parent: string): Field => {
  const field = make(name, parent);
  if (name.length > longestName) return field;
  memory.set(name, field);
  return field;
};

/** What a field speaks of; `parent` is the words of what contains it. */
export const fieldOf = (name: string, parent: string): Field => {
  // Fields named by a sender's own data must not fill the memory.
  if (known.size >= most) known.clear();
  const field = known.get(name) ?? remember(known, name, "");
  if (!field.needsParent || parent === "") return field;
  const sameParent = knownWithin.get(parent);
  const same = sameParent?.get(name);
  if (same) return same;
  if (++heldWithin > most) {
    knownWithin.clear();
    heldWithin = 1;
  }
  const memory = knownWithin.get(parent) ?? new Map<string, Field>();
  knownWithin.set(parent, memory);
  return remember(memory, name, parent);
};

import type { ApiRoute } from "./api-route.ts";
import { type Contract, contract } from "./contract.ts";

/** What a call names by an id, and belongs to a person. */
export const recordKinds = [
  "person",
  "task",
  "action",
  "call",
  "note",
  "file",
  "address",
  "suggestion",
] as const;
export type RecordKind = (typeof recordKinds)[number];

type CallInput = Partial<Record<"params" | "query" | "body", Record<string, unknown>>>;

/**
 * How a call keeps to the records of a role that has only a part of them. `none`: it tells nothing of single people.
 * `filtered`: its handler reads and counts only the caller's part. Otherwise the records that it names must be in it.
 */
export type RecordRule =
  | "none"
  | "filtered"
  | {
      kind: RecordKind;
      ids: (input: CallInput) => unknown;
      /** It tells of a person's conversation, too, or moves it: the records must be in the part of both areas. */
      isOfBothAreas?: true;
    };

type RouteName = { [R in keyof Contract]: `${R}.${keyof Contract[R] & string}` }[keyof Contract];

const byPath = (kind: RecordKind) => ({ kind, ids: ({ params }: CallInput) => params?.id });
const person: RecordRule = byPath("person");
const personAndConversation: RecordRule = { ...byPath("person"), isOfBothAreas: true };
const personInQuery = { kind: "person", ids: ({ query }) => query?.personId } satisfies RecordRule;
const peopleInBody: RecordRule = { kind: "person", ids: ({ body }) => body?.ids };

/** A call that is not listed is refused to a role with a part of either area, so that a new one is closed until it is decided here. */
const rules: Partial<Record<RouteName, RecordRule>> = {
  "auth.user": "none",
  "account.update": "none",
  "account.password": "none",
  "sessions.list": "none",
  "sessions.end": "none",
  "sessions.endOthers": "none",
  "push.devices": "none",
  "push.add": "none",
  "push.renew": "none",
  "push.remove": "none",
  "push.test": "none",
  "push.settings": "none",
  "push.saveSettings": "none",
  "secondFactor.get": "none",
  "secondFactor.start": "none",
  "secondFactor.confirm": "none",
  "secondFactor.renewCodes": "none",
  "secondFactor.remove": "none",
  "tokens.list": "none",
  "tokens.create": "none",
  "tokens.resume": "none",
  "tokens.revoke": "none",
  "oauth.status": "none",
  "oauth.describe": "none",
  "oauth.decide": "none",
  "chatAccounts.list": "none",
  "chatAccounts.code": "none",
  "chatAccounts.unlink": "none",
  "settings.general": "none",
  "settings.health": "none",
  "backups.get": "none",
  "backups.save": "none",
  "backups.start": "none",
  "settings.testSends": "none",
  "business.get": "none",
  "publicData.outages": "none",
  "publicData.holidays": "none",
  "closingDays.list": "none",
  "places.outline": "none",
  "places.search": "none",
  "places.tiles": "none",
  "places.tile": "none",
  "dashboard.attention": "filtered",
  "reportMails.list": "none",
  "reportMails.sends": "none",
  "reports.figures": "filtered",
  "reports.plot": "filtered",
  "reports.behind": "filtered",
  "reports.export": "filtered",
  "firstSteps.progress": "none",
  "firstSteps.hide": "none",
  "firstSteps.keep": "none",
  "workspace.status": "none",
  "workspace.live": "none",
  "workspace.notifications": "filtered",
  "workspace.readNotifications": "none",

  "people.list": "filtered",
  "people.map": "filtered",
  "people.create": "filtered",
  "people.get": person,
  "people.scores": person,
  "people.update": person,
  "people.remove": personAndConversation,
  "people.export": personAndConversation,
  "people.bulk": peopleInBody,
  "deletions.get": "none",
  "exports.people": "filtered",
  "exports.selected": peopleInBody,
  "duplicates.preview": {
    kind: "person",
    ids: ({ body }) => [body?.survivorId, body?.otherId],
    isOfBothAreas: true,
  },
  "duplicates.merge": {
    kind: "person",
    ids: ({ body }) =>
      (body?.pairs as { survivorId: string; otherId: string }[] | undefined)?.flatMap(
        ({ survivorId, otherId }) => [survivorId, otherId],
      ),
    isOfBothAreas: true,
  },
  "addresses.list": person,
  "addresses.add": person,
  "addresses.makePrimary": byPath("address"),
  "addresses.remove": byPath("address"),
  "profiles.get": person,
  "profiles.refresh": person,
  "personPage.overview": person,
  "personPage.correctSignals": personAndConversation,
  "personPage.scoreHistory": personAndConversation,
  "personPage.timeline": personAndConversation,
  "personPage.calls": personAndConversation,
  "personPage.ruleRuns": personAndConversation,
  "personPage.files": personAndConversation,
  "personPage.neighbours": person,
  "personFields.list": "none",
  "audiences.fields": "none",
  "audiences.count": "filtered",
  "audiences.people": "filtered",
  "audiences.why": personAndConversation,
  "views.list": "none",
  "views.create": "none",
  "views.order": "none",
  "views.update": "none",
  "views.remove": "none",
  "tasks.list": "filtered",
  "tasks.create": { kind: "person", ids: ({ body }) => body?.personId },
  "tasks.update": byPath("task"),
  "tasks.remove": byPath("task"),
  "ledgers.consents": personInQuery,
  "ledgers.suppressions": personInQuery,
  "ledgers.recordConsent": person,
  "ledgers.optOut": person,
  "workIntegrations.listTasks": person,
  "workIntegrations.addTask": person,
  "workIntegrations.trigger": person,
  "rules.list": "none",
  "rules.get": "none",
  "rules.forecast": { kind: "person", ids: ({ body }) => body?.personId, isOfBothAreas: true },
  "runs.progress": "none",
  "runs.previewEdit": "none",
  "runs.overdue": "none",
  "runs.list": { ...personInQuery, isOfBothAreas: true },
  "plan.person": personAndConversation,
  "rules.why": { kind: "person", ids: ({ params }) => params?.personId, isOfBothAreas: true },
  "scripts.list": "none",
  "templates.list": "none",
  "templates.forPerson": person,
  "templates.uses": "none",
  "templates.versions": "none",
  "templates.image": "none",
  "templates.testSend": { kind: "person", ids: ({ body }) => body?.personId },
  "templates.preview": { kind: "person", ids: ({ body }) => body?.personId },
  "voice.config": "none",
  "voice.recording": byPath("call"),

  "inbox.list": "filtered",
  "inbox.counts": "filtered",
  "inbox.search": "filtered",
  "inbox.get": person,
  "inbox.items": person,
  "inbox.change": person,
  "inbox.bulk": peopleInBody,
  "inbox.send": person,
  "inbox.addFile": person,
  "inbox.getFile": byPath("file"),
  "inbox.saveDraft": person,
  "inbox.beat": person,
  "inbox.addNote": person,
  "inbox.changeNote": byPath("note"),
  "inbox.removeNote": byPath("note"),
  "inbox.availability": "none",
  "inbox.assignment": "none",
  "inbox.teams": "none",
  "inbox.colleagues": "none",
  "inboxAi.suggestion": person,
  "inboxAi.suggest": person,
  "inboxAi.edit": person,
  "inboxAi.summary": person,
  "inboxAi.decide": byPath("suggestion"),
  "inboxAi.autoReplies": "none",
  "savedReplies.list": "none",
  "deliveries.list": personInQuery,
  "deliveries.send": person,
  "deliveries.check": person,
  "deliveries.why": byPath("action"),
  "deliveries.cancel": byPath("action"),
  "deliveries.move": byPath("action"),
  "deliveries.settle": byPath("action"),
  "integrations.phoneNumbers": "none",
  "knowledge.list": "none",
};

const ruleOfRoute = new Map<ApiRoute, RecordRule>(
  Object.entries(contract).flatMap(([resource, routes]) =>
    Object.entries<ApiRoute>(routes).flatMap(([name, route]) => {
      const rule = rules[`${resource}.${name}` as RouteName];
      return rule === undefined ? [] : [[route, rule] as const];
    }),
  ),
);

export const recordRuleOf = (route: ApiRoute): RecordRule | undefined => ruleOfRoute.get(route);

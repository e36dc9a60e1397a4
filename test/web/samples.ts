import type { AiProvider } from "#contract/ai-providers.ts";
import type { CurrentUser } from "#contract/auth.ts";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import type { ConnectorCard, IntegrationActivity } from "#contract/integrations.ts";
import type { PersonDetail } from "#contract/people.ts";
import type { Rule } from "#contract/rules.ts";
import type { VoiceScript } from "#contract/scripts.ts";
import type { TemplatePreview } from "#contract/templates.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { allRecords } from "#domain/access/record-scope.ts";
import { endpointInput } from "#domain/ingestion/endpoint.ts";
import { endpointSettings } from "#domain/ingestion/settings.ts";
import { personInput } from "#domain/person.ts";
import { defaultAction, defaultCondition, defaultOptions, defaultTrigger } from "#domain/rules/rule.ts";
import { scriptInput } from "#domain/voice/script.ts";

export const instant = "2026-03-02T12:00:00Z";
const stored = { createdAt: instant, updatedAt: instant };

/** What the server makes of a short text message. */
export const templatePreview = (text: string): TemplatePreview => ({
  ...{ subject: null, text, missing: [], problems: [], checks: [], values: [] },
  ...{ segments: 1, price: 0.008, html: null, htmlBytes: null },
});

/** A UUID that ends with the number. */
export const sampleId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const administrator: CurrentUser = {
  id: sampleId(1),
  email: "ana@example.com",
  firstName: "Ana",
  lastName: "Rivera",
  profileImageUrl: null,
  role: "admin",
  roleName: null,
  permissions: builtInPermissions.admin,
  scopes: allRecords,
  language: null,
  hasSecondFactor: false,
  hasPassword: true,
  mustSetUpSecondFactor: false,
  startStage: "hidden",
};

export const samplePerson: PersonDetail = {
  ...personInput.parse({ firstName: "Yadira", email: "yadira@example.com" }),
  ...stored,
  id: sampleId(2),
  sources: [],
  aiProfile: null,
  cost: 0,
  timelineEvents: [],
  possibleDuplicates: [],
};

export const sampleEndpoint: IngestionEndpoint = {
  ...endpointInput.parse({ name: "Orders" }),
  ...stored,
  id: sampleId(3),
  webhookUrl: "http://localhost:3000/hooks/0123456789abcdefghijkl",
  apiKey: null,
  secretKey: null,
  settings: endpointSettings.parse({}),
  mappingTemplate: null,
  piiFlags: null,
  mailAddress: null,
  previousUrlUntil: null,
  previousSecretUntil: null,
  lastError: null,
  lastEventAt: null,
  nextPullAt: null,
  eventsToday: 0,
  piiToday: 0,
  hourly: Array.from({ length: 24 }, () => 0),
  deadLetters: 0,
  invalidEvents: 0,
};

export const sampleRule: Rule = {
  ...stored,
  id: sampleId(4),
  name: "Welcome",
  description: null,
  enabled: true,
  triggers: [defaultTrigger],
  conditions: [defaultCondition],
  actions: [defaultAction],
  options: defaultOptions,
  version: 1,
  executionCount: 0,
  successCount: 0,
};

export const sampleScript: VoiceScript = {
  ...scriptInput.parse({ name: "Welcome call", useCase: "support", content: "Hello" }),
  ...stored,
  id: sampleId(5),
  version: 1,
};

export const sampleProvider = (name: string, position: number): AiProvider => ({
  id: sampleId(100 + position),
  vendor: name,
  name,
  apiKey: null,
  mode: "sandbox",
  model: "model-1",
  models: [{ id: "model-1", retiredAt: null, retired: false }],
  enabled: true,
  position,
  timeoutSeconds: 30,
  maxConcurrent: 4,
  monthlyBudget: null,
  needsAcceptance: false,
  acceptsPersonalText: true,
  server: null,
  skipped: null,
  requestsToday: 0,
  failedToday: 0,
  averageLatencyMs: null,
  p95LatencyMs: null,
  costToday: 0,
  costThisMonth: 0,
  updatedAt: instant,
});

/** A connector with one plain field and a key. */
export const sampleConnector = (label: string, group: string): ConnectorCard => ({
  id: label.toLowerCase().replaceAll(" ", "-"),
  label,
  group,
  hasSync: false,
  hasWork: false,
  form: {
    properties: {
      accountSid: { type: "string", pattern: "^\\w+$" },
      apiKey: { type: "string", writeOnly: true },
    },
  },
});

export const quietActivity = (service: string): IntegrationActivity => ({
  service,
  state: "sandbox",
  requests: 0,
  failed: 0,
  lastAt: null,
  sends: [],
  sync: null,
  hours: [],
});

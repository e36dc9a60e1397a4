// Generated from the API's contract by `npm run client`. Do not edit.
import { type CallOptions, createSend, type FaroOptions, type Send } from "./request.ts";

export { type CallOptions, FaroError, type FaroOptions, pages } from "./request.ts";

export type Problem = { code: "invalid" | "bad_json" | "unauthenticated" | "hook_refused" | "unreadable" | "wrong_credentials" | "second_factor_needed" | "wrong_code" | "second_factor_required" | "forbidden" | "token_unknown" | "token_revoked" | "token_expired" | "token_user_inactive" | "token_suspended" | "token_wrong_address" | "token_not_allowed_here" | "token_lacks_scope" | "token_lacks_role" | "invalid_key" | "key_reused" | "key_in_progress" | "gate_stopped" | "approval_over" | "approvals_full" | "sends_full" | "cross_site" | "not_found" | "conflict" | "answered_meanwhile" | "already_exists" | "in_use" | "last_admin" | "exceeds_own_rights" | "short_passwords" | "no_recipient" | "already_invited" | "invitation_unknown" | "invitation_used" | "invitation_expired" | "invitation_revoked" | "call_over" | "call_not_taken" | "call_planned" | "no_script" | "upload_incomplete" | "too_large" | "unsupported_media" | "wrong_password" | "secret_required" | "not_configured" | "vendor_failed" | "throttled" | "too_many" | "belongs_to_form" | "changed_count" | "internal" | "too_slow" | "busy" | "unavailable"; message: string; issues?: Array<{ path: string; message: string }>; details?: unknown };
export type Audience = { everybody: true } | { all: Array<Audience> } | { any: Array<Audience> } | { not: Audience } | { field: string; op: "is" | "is_any_of" | "contains" | "starts_with" | "ends_with" | "known" | "has_any" | "has_all" | "is_empty" | "=" | ">" | ">=" | "<" | "<=" | "between" | "on" | "before" | "after" | "in_last" | "more_than_ago" | "in_next" | "day_and_month_is" | "is_true" | "in" | "below_percent" | "within_distance"; value?: string | number | boolean | Array<string | number | boolean> | { last: number; unit: "hours" | "days" | "weeks" | "months" } | { distance: number; unit: "km" | "mi"; latitude: number; longitude: number; label: string }; within?: { last: number; unit: "hours" | "days" | "weeks" | "months" } | { since: string } | { between: [string, string] } };
export type PeopleListRequest<F extends keyof PeopleListAnswer["people"][number] = keyof PeopleListAnswer["people"][number]> = { query?: { search?: string; type?: "lead" | "customer"; status?: "new" | "qualified" | "contacted" | "converted"; tag?: string; where?: string; view?: string; sort?: "updated" | "name" | "score" | "stage"; direction?: "asc" | "desc"; cursor?: string; total?: "bounded" | "exact"; limit?: number } & { fields?: readonly F[] } };
export type PeopleListAnswer = { people: Array<{ id: string; type: "lead" | "customer"; status: "new" | "qualified" | "contacted" | "converted"; firstName: string | null; lastName: string | null; email: string | null; phone: string | null; timezone: string | null; language: "en" | "es" | null; zip: string | null; region: string | null; town: string | null; consents: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags: Array<string>; assignedAgentId: string | null; fields: Record<string, unknown>; sources: Array<string>; createdAt: string; updatedAt: string; intentScore: number | null; propensityToBuy: number | null; churnRisk: number | null; lastInboundAt: string | null }>; total: number; totalIs: "exact" | "at_least"; nextCursor: string | null; isReadable: boolean };
export type PeopleCreateRequest = { body: { firstName?: string | null; lastName?: string | null; email?: "" | string | null; phone?: string | null; timezone?: string | null; language?: "en" | "es" | null; zip?: "" | string | null; region?: "" | string | null; town?: "" | string | null; type?: "lead" | "customer"; status?: "new" | "qualified" | "contacted" | "converted"; consents?: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags?: Array<string>; assignedAgentId?: string | null; fields?: Record<string, unknown> } };
export type PeopleCreateAnswer = { id: string; type: "lead" | "customer"; status: "new" | "qualified" | "contacted" | "converted"; firstName: string | null; lastName: string | null; email: string | null; phone: string | null; timezone: string | null; language: "en" | "es" | null; zip: string | null; region: string | null; town: string | null; consents: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags: Array<string>; assignedAgentId: string | null; fields: Record<string, unknown>; sources: Array<string>; createdAt: string; updatedAt: string };
export type PeopleMapRequest = { query?: { search?: string; type?: "lead" | "customer"; status?: "new" | "qualified" | "contacted" | "converted"; tag?: string; where?: string; view?: string } };
export type PeopleMapAnswer = { areas: Array<{ code: string; label: string; count: number }>; states: Array<{ code: string; label: string; count: number }>; elsewhere: number; total: number; isReadable: boolean };
export type PeopleGetRequest = { params: { id: string } };
export type PeopleGetAnswer = { id: string; type: "lead" | "customer"; status: "new" | "qualified" | "contacted" | "converted"; firstName: string | null; lastName: string | null; email: string | null; phone: string | null; timezone: string | null; language: "en" | "es" | null; zip: string | null; region: string | null; town: string | null; consents: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags: Array<string>; assignedAgentId: string | null; fields: Record<string, unknown>; sources: Array<string>; createdAt: string; updatedAt: string; aiProfile: { intentScore: number; propensityToBuy: number; churnRisk: number; preferredChannel: string | null; bestTimeToContact: string | null; nextBestAction: string | null; aiSummary: string | null; updatedAt: string } | null; cost: number; timelineEvents: Array<{ id: string; eventType: string; source: string | null; title: string; description: string | null; metadata: Record<string, unknown> | null; createdAt: string }>; possibleDuplicates: Array<{ id: string; reason: "same_phone" | "named_together" | "similar"; decision: "same" | "different" | null; personId: string; name: string | null; email: string | null; phone: string | null; createdAt: string }> };
export type PeopleUpdateRequest = { params: { id: string }; body: { firstName?: string | null; lastName?: string | null; email?: "" | string | null; phone?: string | null; timezone?: string | null; language?: "en" | "es" | null; zip?: "" | string | null; region?: "" | string | null; town?: "" | string | null; type?: "lead" | "customer"; status?: "new" | "qualified" | "contacted" | "converted"; consents?: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags?: Array<string>; assignedAgentId?: string | null; fields?: Record<string, unknown>; updatedAt?: string } };
export type PeopleUpdateAnswer = { id: string; type: "lead" | "customer"; status: "new" | "qualified" | "contacted" | "converted"; firstName: string | null; lastName: string | null; email: string | null; phone: string | null; timezone: string | null; language: "en" | "es" | null; zip: string | null; region: string | null; town: string | null; consents: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags: Array<string>; assignedAgentId: string | null; fields: Record<string, unknown>; sources: Array<string>; createdAt: string; updatedAt: string };
export type PeopleScoresRequest = { params: { id: string } };
export type PeopleScoresAnswer = { scores: Array<{ name: "intent" | "propensity" | "churn"; stored: number; value: number; base: number; parts: Array<{ feature: string; value: number; points: number; times: number | null; lastAt: string | null; halfLifeDays: number | null }>; chance: { from: number; to: number; cases: number; share: number; days: number } | null }>; version: string; storedVersion: string | null; scoredAt: string | null };
export type PersonFieldsListRequest = object;
export type PersonFieldsListAnswer = { fields: Array<{ key: string; label: { en: string; es: string }; kind: "text" | "number" | "date" | "yes_no" | "choice" | "choices" | "link" | "money"; choices: Array<string>; position: number; pii: boolean; archivedAt: string | null; updatedAt: string }> };
export type AddressesListRequest = { params: { id: string } };
export type AddressesListAnswer = { addresses: Array<{ id: string; kind: "email" | "phone"; value: string; isPrimary: boolean; state: "active" | "bounced" | "landline"; label: string | null; isOptedOut: boolean; lastInboundAt: string | null }> };
export type AddressesAddRequest = { params: { id: string }; body: { value: string; label?: string | null } };
export type AddressesAddAnswer = { id: string; kind: "email" | "phone"; value: string; isPrimary: boolean; state: "active" | "bounced" | "landline"; label: string | null; isOptedOut: boolean; lastInboundAt: string | null };
export type ProfilesGetRequest = { params: { id: string } };
export type ProfilesGetAnswer = { preferredChannel: { channel: "sms" | "whatsapp" | "call" | "email" | null; reason: { code: "answered_most" | "none_answered" | "only_channel" | "no_history" | "no_channel" }; channels: Array<{ channel: "sms" | "whatsapp" | "call" | "email"; closedBy: string | null; sent: number; answered: number; wrote: number; rate: number }> }; bestTime: { window: { days: "weekdays" | "weekend"; fromHour: number; toHour: number } | null; reason: { code: "own_activity" | "few_activities" | "no_open_hours"; count: number }; nextAt: string | null; heat: Array<number>; open: Array<boolean>; timezone: string }; nextAction: { kind: "sms" | "whatsapp" | "email" | "call" | "hand_over" | "wait" | "close"; channel: "sms" | "whatsapp" | "call" | "email" | null; purpose: "service" | "marketing"; reason: { code: "opted_out" | "no_address" | "reply_under_review" | "asked_for_person" | "complained" | "question_unanswered" | "missed_call" | "ready_to_buy" | "callback_asked" | "said_no" | "message_waiting" | "send_failed" | "hot_and_silent" | "waiting_for_answer" | "never_contacted" | "at_risk" | "nothing_due" }; evidence: Array<string>; earliestAt: string | null; gate: { ruling: "send" | "wait" | "stop"; until: string | null; reasons: Array<{ code: string }> } | null }; summary: { sentences: Array<{ text: string; entryIds: Array<string> }>; language: "en" | "es"; author: { vendor: string; model: string; simulated: boolean } | null; writtenAt: string; newEntries: number; isBeingWritten: boolean }; changes: { since: string; items: Array<{ kind: "score"; score: "intent" | "propensity" | "churn"; before: number; after: number } | { kind: "message"; entryId: string; at: string; channel: "sms" | "whatsapp" | "call" | "email" | null; intent: "automatic_reply" | "opt_out" | "wrong_person" | "cancel_service" | "wants_human" | "complaint" | "ready_to_buy" | "reschedule" | "schedule" | "callback_later" | "already_bought" | "not_interested" | "opt_in" | "interested" | "question" | "acknowledgement" | "other" | null } | { kind: "stage"; entryId: string; at: string; from: "new" | "qualified" | "contacted" | "converted"; to: "new" | "qualified" | "contacted" | "converted" } | { kind: "preference"; entryId: string; at: string; state: "opted_out" | "opted_in" } | { kind: "consent"; at: string; channel: string; state: string } | { kind: "send"; entryId: string; at: string; channel: "sms" | "whatsapp" | "call" | "email"; outcome: "held" | "delayed" | "blocked" | "cancelled" | "unknown" | "sent" | "failed" | "delivered" | "read" }> } };
export type PersonPageOverviewRequest = { params: { id: string } };
export type PersonPageOverviewAnswer = { stageSince: string; counts: { messages: number; calls: number; ruleRuns: number; files: number; timeline: number }; cost: { total: number; kinds: Array<{ kind: string; count: number; cost: number }>; stageAverage: number | null }; signals: Array<{ id: string; eventId: string; at: string; channel: string; signal: string; effect: "raises" | "lowers" | "stops" | "fact"; text: string | null; start: number; end: number; confidence: number; readBy: string | null; halfLifeDays: number | null; isCorrected: boolean; correctedBy: string | null; ofMessage: Array<string> }>; location: { label: string; precision: "address" | "zip" | "municipality" | "state"; point: { latitude: number; longitude: number } | null } | null };
export type PersonPageScoreHistoryRequest = { params: { id: string } };
export type PersonPageScoreHistoryAnswer = { isComputed: boolean; stored: { intent: number; propensity: number; churn: number }; start: { intent: number; propensity: number; churn: number; at: string }; end: { intent: number; propensity: number; churn: number; at: string }; points: Array<{ intent: number; propensity: number; churn: number; at: string }>; steps: Array<{ number: number; at: string; after: { intent: number; propensity: number; churn: number }; effect: { intent: number; propensity: number; churn: number }; event: { id: string; eventType: string; source: string | null; title: string; description: string | null; metadata: Record<string, unknown> | null; createdAt: string } }>; unnumbered: { count: number; effect: { intent: number; propensity: number; churn: number } }; timeEffect: { intent: number; propensity: number; churn: number }; thresholds: Array<{ rule: string; score: "intent" | "propensity" | "churn"; value: number }>; version: string } | null;
export type PersonPageTimelineRequest<F extends keyof PersonPageTimelineAnswer["events"][number] = keyof PersonPageTimelineAnswer["events"][number]> = { params: { id: string }; query?: { group?: "messages" | "rules" | "changes"; before?: string; limit?: number } & { fields?: readonly F[] } };
export type PersonPageTimelineAnswer = { events: Array<{ id: string; eventType: string; source: string | null; title: string; description: string | null; metadata: Record<string, unknown> | null; createdAt: string }>; nextBefore: string | null };
export type AudiencesFieldsRequest = object;
export type AudiencesFieldsAnswer = { fields: Array<{ id: string; group: "person" | "fields" | "scores" | "consent" | "talk" | "happened" | "automation" | "origin" | "chance"; kind: "text" | "choice" | "user" | "team" | "set" | "number" | "instant" | "date" | "yes_no" | "count" | "reference" | "bucket" | "area" | "distance"; label: { en: string; es: string } | null; choices: Array<{ value: string; label: string | null }> | null }> };
export type AudiencesCountRequest = { body: { audience: Audience; exact?: boolean } };
export type AudiencesCountAnswer = { total: number; totalIs: "exact" | "at_least"; isReadable: boolean };
export type AudiencesPeopleRequest<F extends keyof AudiencesPeopleAnswer["people"][number] = keyof AudiencesPeopleAnswer["people"][number]> = { query?: object & { fields?: readonly F[] }; body: { audience: Audience; search?: string; sort?: "updated" | "name" | "score" | "stage"; direction?: "asc" | "desc"; cursor?: string; limit?: number } };
export type AudiencesPeopleAnswer = { people: Array<{ id: string; type: "lead" | "customer"; status: "new" | "qualified" | "contacted" | "converted"; firstName: string | null; lastName: string | null; email: string | null; phone: string | null; timezone: string | null; language: "en" | "es" | null; zip: string | null; region: string | null; town: string | null; consents: { sms?: boolean; whatsapp?: boolean; call?: boolean; email?: boolean; dnc?: boolean }; tags: Array<string>; assignedAgentId: string | null; fields: Record<string, unknown>; sources: Array<string>; createdAt: string; updatedAt: string; intentScore: number | null; propensityToBuy: number | null; churnRisk: number | null; lastInboundAt: string | null }>; total: number; totalIs: "exact" | "at_least"; nextCursor: string | null; isReadable: boolean };
export type AudiencesWhyRequest = { params: { id: string }; body: { audience: Audience } };
export type AudiencesWhyAnswer = { matches: boolean; isReadable: boolean; rows: Array<{ row: { field: string; op: "is" | "is_any_of" | "contains" | "starts_with" | "ends_with" | "known" | "has_any" | "has_all" | "is_empty" | "=" | ">" | ">=" | "<" | "<=" | "between" | "on" | "before" | "after" | "in_last" | "more_than_ago" | "in_next" | "day_and_month_is" | "is_true" | "in" | "below_percent" | "within_distance"; value?: string | number | boolean | Array<string | number | boolean> | { last: number; unit: "hours" | "days" | "weeks" | "months" } | { distance: number; unit: "km" | "mi"; latitude: number; longitude: number; label: string }; within?: { last: number; unit: "hours" | "days" | "weeks" | "months" } | { since: string } | { between: [string, string] } }; path: string; isMet: boolean; seen: unknown }> };
export type ViewsListRequest<F extends keyof ViewsListAnswer["views"][number] = keyof ViewsListAnswer["views"][number]> = { query?: object & { fields?: readonly F[] } };
export type ViewsListAnswer = { views: Array<{ id: string; kind: "view" | "segment"; screen: "people" | "inbox"; name: string; ownerId: string | null; audience: Audience; isReadable: boolean; columns: Array<string>; sort: string | null; direction: "asc" | "desc" | null; shape: "list" | "board" | "map"; pinned: boolean; position: number; createdAt: string; updatedAt: string }> };
export type BulkPeopleRequest = { body: { match?: "id" | "address"; people: Array<{ firstName?: string | null; lastName?: string | null; email?: "" | string | null; phone?: string | null; timezone?: string | null; language?: "en" | "es" | null; zip?: "" | string | null; region?: "" | string | null; town?: "" | string | null; type?: "lead" | "customer"; status?: "new" | "qualified" | "contacted" | "converted"; tags?: Array<string>; assignedAgentId?: string | null; fields?: Record<string, unknown>; updatedAt?: string; id?: string }> } };
export type BulkPeopleAnswer = { results: Array<{ index: number; outcome: "created" | "updated" | "unchanged" | "failed"; id: string | null; problem: { code: "invalid" | "bad_json" | "unauthenticated" | "hook_refused" | "unreadable" | "wrong_credentials" | "second_factor_needed" | "wrong_code" | "second_factor_required" | "forbidden" | "token_unknown" | "token_revoked" | "token_expired" | "token_user_inactive" | "token_suspended" | "token_wrong_address" | "token_not_allowed_here" | "token_lacks_scope" | "token_lacks_role" | "invalid_key" | "key_reused" | "key_in_progress" | "gate_stopped" | "approval_over" | "approvals_full" | "sends_full" | "cross_site" | "not_found" | "conflict" | "answered_meanwhile" | "already_exists" | "in_use" | "last_admin" | "exceeds_own_rights" | "short_passwords" | "no_recipient" | "already_invited" | "invitation_unknown" | "invitation_used" | "invitation_expired" | "invitation_revoked" | "call_over" | "call_not_taken" | "call_planned" | "no_script" | "upload_incomplete" | "too_large" | "unsupported_media" | "wrong_password" | "secret_required" | "not_configured" | "vendor_failed" | "throttled" | "too_many" | "belongs_to_form" | "changed_count" | "internal" | "too_slow" | "busy" | "unavailable"; message: string; issues?: Array<{ path: string; message: string }>; details?: unknown } | null }>; counts: { created: number; updated: number; unchanged: number; failed: number } };
export type BulkTagsRequest = { body: { changes: Array<{ personId: string; add?: Array<string>; remove?: Array<string> }> } };
export type BulkTagsAnswer = { results: Array<{ index: number; outcome: "created" | "updated" | "unchanged" | "failed"; id: string | null; problem: { code: "invalid" | "bad_json" | "unauthenticated" | "hook_refused" | "unreadable" | "wrong_credentials" | "second_factor_needed" | "wrong_code" | "second_factor_required" | "forbidden" | "token_unknown" | "token_revoked" | "token_expired" | "token_user_inactive" | "token_suspended" | "token_wrong_address" | "token_not_allowed_here" | "token_lacks_scope" | "token_lacks_role" | "invalid_key" | "key_reused" | "key_in_progress" | "gate_stopped" | "approval_over" | "approvals_full" | "sends_full" | "cross_site" | "not_found" | "conflict" | "answered_meanwhile" | "already_exists" | "in_use" | "last_admin" | "exceeds_own_rights" | "short_passwords" | "no_recipient" | "already_invited" | "invitation_unknown" | "invitation_used" | "invitation_expired" | "invitation_revoked" | "call_over" | "call_not_taken" | "call_planned" | "no_script" | "upload_incomplete" | "too_large" | "unsupported_media" | "wrong_password" | "secret_required" | "not_configured" | "vendor_failed" | "throttled" | "too_many" | "belongs_to_form" | "changed_count" | "internal" | "too_slow" | "busy" | "unavailable"; message: string; issues?: Array<{ path: string; message: string }>; details?: unknown } | null }>; counts: { created: number; updated: number; unchanged: number; failed: number } };
export type BulkConsentsRequest = { body: { consents: Array<{ personId: string; channel: "sms" | "whatsapp" | "call" | "email"; state: "denied" | "unproven"; proof: string }> } };
export type BulkConsentsAnswer = { results: Array<{ index: number; outcome: "created" | "updated" | "unchanged" | "failed"; id: string | null; problem: { code: "invalid" | "bad_json" | "unauthenticated" | "hook_refused" | "unreadable" | "wrong_credentials" | "second_factor_needed" | "wrong_code" | "second_factor_required" | "forbidden" | "token_unknown" | "token_revoked" | "token_expired" | "token_user_inactive" | "token_suspended" | "token_wrong_address" | "token_not_allowed_here" | "token_lacks_scope" | "token_lacks_role" | "invalid_key" | "key_reused" | "key_in_progress" | "gate_stopped" | "approval_over" | "approvals_full" | "sends_full" | "cross_site" | "not_found" | "conflict" | "answered_meanwhile" | "already_exists" | "in_use" | "last_admin" | "exceeds_own_rights" | "short_passwords" | "no_recipient" | "already_invited" | "invitation_unknown" | "invitation_used" | "invitation_expired" | "invitation_revoked" | "call_over" | "call_not_taken" | "call_planned" | "no_script" | "upload_incomplete" | "too_large" | "unsupported_media" | "wrong_password" | "secret_required" | "not_configured" | "vendor_failed" | "throttled" | "too_many" | "belongs_to_form" | "changed_count" | "internal" | "too_slow" | "busy" | "unavailable"; message: string; issues?: Array<{ path: string; message: string }>; details?: unknown } | null }>; counts: { created: number; updated: number; unchanged: number; failed: number } };
export type BulkEventsRequest = { body: { endpointId: string; events: Array<{ payload: Record<string, unknown>; type?: string; key?: string }> } };
export type BulkEventsAnswer = { results: Array<{ index: number; outcome: "created" | "updated" | "unchanged" | "failed"; id: string | null; problem: { code: "invalid" | "bad_json" | "unauthenticated" | "hook_refused" | "unreadable" | "wrong_credentials" | "second_factor_needed" | "wrong_code" | "second_factor_required" | "forbidden" | "token_unknown" | "token_revoked" | "token_expired" | "token_user_inactive" | "token_suspended" | "token_wrong_address" | "token_not_allowed_here" | "token_lacks_scope" | "token_lacks_role" | "invalid_key" | "key_reused" | "key_in_progress" | "gate_stopped" | "approval_over" | "approvals_full" | "sends_full" | "cross_site" | "not_found" | "conflict" | "answered_meanwhile" | "already_exists" | "in_use" | "last_admin" | "exceeds_own_rights" | "short_passwords" | "no_recipient" | "already_invited" | "invitation_unknown" | "invitation_used" | "invitation_expired" | "invitation_revoked" | "call_over" | "call_not_taken" | "call_planned" | "no_script" | "upload_incomplete" | "too_large" | "unsupported_media" | "wrong_password" | "secret_required" | "not_configured" | "vendor_failed" | "throttled" | "too_many" | "belongs_to_form" | "changed_count" | "internal" | "too_slow" | "busy" | "unavailable"; message: string; issues?: Array<{ path: string; message: string }>; details?: unknown } | null }>; counts: { created: number; updated: number; unchanged: number; failed: number } };
export type EventsListRequest<F extends keyof EventsListAnswer["events"][number] = keyof EventsListAnswer["events"][number]> = { params: { id: string }; query?: { status?: "received" | "valid" | "invalid" | "duplicate" | "dead"; from?: string; to?: string; before?: string; limit?: number } & { fields?: readonly F[] } };
export type EventsListAnswer = { events: Array<{ id: string; endpointId: string; eventType: string | null; status: "received" | "valid" | "invalid" | "duplicate" | "dead"; problems: Array<{ code: string; target?: string; detail?: string; eventId?: string }>; personId: string | null; personName: string | null; piiDetected: boolean; createdAt: string }>; nextBefore: string | null };
export type EventsGetRequest = { params: { id: string } };
export type EventsGetAnswer = { id: string; endpointId: string; eventType: string | null; status: "received" | "valid" | "invalid" | "duplicate" | "dead"; problems: Array<{ code: string; target?: string; detail?: string; eventId?: string }>; personId: string | null; personName: string | null; piiDetected: boolean; createdAt: string; raw: unknown; processed: unknown | null; pii: Array<{ path: string; kind: "email" | "phone" | "ssn" | "card" | "iban" | "birth_date" | "address" | "ip" | "name" }>; deduplicationKey: string | null; files: Array<{ id: string; filename: string | null; contentType: string; size: number; sha256: string }>; caused: Array<{ id: string; kind: string; title: string; description: string | null; createdAt: string }> };
export type WebhooksListRequest<F extends keyof WebhooksListAnswer["subscriptions"][number] = keyof WebhooksListAnswer["subscriptions"][number]> = { query?: object & { fields?: readonly F[] } };
export type WebhooksListAnswer = { subscriptions: Array<{ id: string; name: string; url: string; events: Array<"person.created" | "person.updated" | "person.deleted" | "person.merged" | "message.received" | "message.sent" | "message.delivered" | "message.read" | "message.failed" | "message.refused" | "call.started" | "call.ended" | "consent.changed" | "score.changed" | "signal.detected" | "rule.fired">; audience: Audience | null; state: "active" | "paused"; pauseReason: "operator" | "gone" | "failing" | "filter" | null; pausedAt: string | null; failingSince: string | null; waitUntil: string | null; previousSecretUntil: string | null; lastDay: { delivered: number; failed: number }; hourly: Array<number>; waiting: number; givenUp: number; createdAt: string; updatedAt: string }> };
export type WebhooksDeliveriesRequest<F extends keyof WebhooksDeliveriesAnswer["deliveries"][number] = keyof WebhooksDeliveriesAnswer["deliveries"][number]> = { params: { id: string }; query?: { state?: "waiting" | "failed" | "delivered"; cursor?: string; limit?: number } & { fields?: readonly F[] } };
export type WebhooksDeliveriesAnswer = { deliveries: Array<{ eventId: string; type: "person.created" | "person.updated" | "person.deleted" | "person.merged" | "message.received" | "message.sent" | "message.delivered" | "message.read" | "message.failed" | "message.refused" | "call.started" | "call.ended" | "consent.changed" | "score.changed" | "signal.detected" | "rule.fired"; isTest: boolean; personId: string | null; personName: string | null; state: "queued" | "retrying" | "behind" | "delivered" | "failed"; attempts: number; nextAttemptAt: string | null; lastStatus: number | null; lastFailure: "gone" | "redirected" | "unauthorized" | "not_found" | "rate_limited" | "rejected" | "server_error" | "timeout" | "unreachable" | "unresolved" | "certificate" | "blocked" | "invalid_url" | "invalid_request" | "too_large" | "broken" | null; createdAt: string; endedAt: string | null }>; nextCursor: string | null };
export type WebhooksDeliveryRequest = { params: { id: string; eventId: string } };
export type WebhooksDeliveryAnswer = { eventId: string; type: "person.created" | "person.updated" | "person.deleted" | "person.merged" | "message.received" | "message.sent" | "message.delivered" | "message.read" | "message.failed" | "message.refused" | "call.started" | "call.ended" | "consent.changed" | "score.changed" | "signal.detected" | "rule.fired"; isTest: boolean; personId: string | null; personName: string | null; state: "queued" | "retrying" | "behind" | "delivered" | "failed"; attempts: number; nextAttemptAt: string | null; lastStatus: number | null; lastFailure: "gone" | "redirected" | "unauthorized" | "not_found" | "rate_limited" | "rejected" | "server_error" | "timeout" | "unreachable" | "unresolved" | "certificate" | "blocked" | "invalid_url" | "invalid_request" | "too_large" | "broken" | null; createdAt: string; endedAt: string | null; request: string; answers: Array<{ at: string; ms: number; status: number | null; failure: "gone" | "redirected" | "unauthorized" | "not_found" | "rate_limited" | "rejected" | "server_error" | "timeout" | "unreachable" | "unresolved" | "certificate" | "blocked" | "invalid_url" | "invalid_request" | "too_large" | "broken" | null; body: string | null }> };
export type KnowledgeListRequest<F extends keyof KnowledgeListAnswer[number] = keyof KnowledgeListAnswer[number]> = { query?: { search?: string; kind?: "question" | "document"; language?: "en" | "es"; status?: "draft" | "approved" } & { fields?: readonly F[] } };
export type KnowledgeListAnswer = Array<{ kind: "question" | "document"; title: string; language: "en" | "es" | null; status: "draft" | "approved"; validFrom: string | null; validTo: string | null; source: string | null; id: string; createdAt: string; updatedAt: string; excerpt: string; length: number; passages: number; validity: "valid" | "not_yet" | "expired"; usedByScripts: number }>;
export type KnowledgeGetRequest = { params: { id: string } };
export type KnowledgeGetAnswer = { kind: "question" | "document"; title: string; body: string; language: "en" | "es" | null; status: "draft" | "approved"; validFrom: string | null; validTo: string | null; source: string | null; id: string; createdAt: string; updatedAt: string };
export type RulesListRequest<F extends keyof RulesListAnswer[number] = keyof RulesListAnswer[number]> = { query?: object & { fields?: readonly F[] } };
export type RulesListAnswer = Array<{ id: string; name: string; description: string | null; enabled: boolean; triggers: Array<{ type: "intent_score" | "propensity_score" | "churn_risk" | "event" | "signal"; operator: ">=" | "<=" | "=" | "!="; value: string }>; conditions: Array<{ type: "consent" | "time_window" | "tag" | "status" | "score" | "segment"; field: string; value: string; otherwise?: "drop" | "wait" }>; actions: Array<{ type: "sms" | "whatsapp" | "call" | "voice_agent" | "email" | "slack" | "telegram" | "asana_task"; template: string }>; options: { delayMinutes: number; stopOnReply: boolean; reentryDays: number | null; frequencyCapPerDay: number | null }; version: number; executionCount: number; successCount: number; createdAt: string; updatedAt: string }>;
export type RulesDryRunRequest = { body: { rule: { name: string; description?: string | null; enabled?: boolean; triggers: Array<{ type: "intent_score" | "propensity_score" | "churn_risk" | "event" | "signal"; operator: ">=" | "<=" | "=" | "!="; value: string }>; conditions: Array<{ type: "consent" | "time_window" | "tag" | "status" | "score" | "segment"; field: string; value: string; otherwise?: "drop" | "wait" }>; actions: Array<{ type: "sms" | "whatsapp" | "call" | "voice_agent" | "email" | "slack" | "telegram" | "asana_task"; template: string }>; options?: { delayMinutes?: number; stopOnReply?: boolean; reentryDays?: number | null; frequencyCapPerDay?: number | null } }; days?: number; part?: { after: string | null } } };
export type RulesDryRunAnswer = { people: number; total: number; next: string | null; fires: number; sent: number; held: number; blocked: number; reasons: Array<{ code: string; count: number }>; cost: number; sample: Array<{ personId: string; name: string | null; ruling: "send" | "wait" | "stop"; reasons: Array<{ code: string }> }> };
export type RulesWhyRequest = { params: { id: string; personId: string } };
export type RulesWhyAnswer = { now: { fires: boolean; why: Array<{ code: string }> }; gate: Array<{ channel: string; ruling: "send" | "wait" | "stop"; until: string | null; reasons: Array<{ code: string }> }>; runs: Array<{ id: string; fired: boolean; why: Array<{ code: string }>; createdAt: string; actions: Array<{ id: string; channel: string; status: string; reasons: Array<{ code: string }> }> }> };
export type InboxListRequest<F extends keyof InboxListAnswer["threads"][number] = keyof InboxListAnswer["threads"][number]> = { query?: { view?: "open" | "mine" | "unassigned" | "waiting" | "unread" | "snoozed" | "review" | "not_sent" | "closed"; sort?: "longest_wait" | "newest" | "oldest" | "unread_first"; team?: "mine" | string; where?: string; search?: string; cursor?: string; limit?: number } & { fields?: readonly F[] } };
export type InboxListAnswer = { threads: Array<{ personId: string; name: string | null; address: string | null; state: "open" | "snoozed" | "closed"; owner: { id: string; name: string } | null; team: { id: string; name: string } | null; waitingSince: string | null; snoozedUntil: string | null; lastItemAt: string; lastText: string | null; lastChannel: string | null; lastDirection: "in" | "out" | "note" | null; isUnread: boolean; underReview: boolean; notSent: boolean; optedOut: boolean; hasDraft: boolean; nextTaskAt: string | null; intentScore: number | null; takenUntil: string | null }>; nextCursor: string | null };
export type InboxSearchRequest = { query: { q: string; cursor?: string; limit?: number } };
export type InboxSearchAnswer = { hits: Array<{ id: string; personId: string; personName: string | null; at: string; direction: "in" | "out" | "note"; channel: string; snippet: string }>; nextCursor: string | null };
export type InboxGetRequest = { params: { id: string } };
export type InboxGetAnswer = { thread: { personId: string; name: string | null; address: string | null; state: "open" | "snoozed" | "closed"; owner: { id: string; name: string } | null; team: { id: string; name: string } | null; waitingSince: string | null; snoozedUntil: string | null; lastItemAt: string; lastText: string | null; lastChannel: string | null; lastDirection: "in" | "out" | "note" | null; isUnread: boolean; underReview: boolean; notSent: boolean; optedOut: boolean; hasDraft: boolean; nextTaskAt: string | null; intentScore: number | null; takenUntil: string | null; wakesOnReply: boolean; snoozedBy: { id: string; name: string } | null; takenBy: { id: string; name: string } | null; muted: boolean; lastInboundChannel: string | null; whatsappUntil: string | null }; addresses: Array<{ id: string; kind: "email" | "phone"; value: string; isPrimary: boolean; state: "active" | "bounced" | "landline"; label: string | null; isOptedOut: boolean; lastInboundAt: string | null }>; tasks: Array<{ id: string; personId: string; personName: string | null; title: string; dueAt: string | null; owner: { id: string; name: string } | null; doneAt: string | null; madeBy: "user" | "rule" | "handoff" | "review" | "agent"; createdAt: string }>; draft: { channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email" | null; subject: string | null; text: string; fileIds: Array<string>; files: Array<{ id: string; filename: string; contentType: string; size: number }>; updatedAt: string } | null; episodes: Array<{ id: string; openedAt: string; firstAnswerAt: string | null; closedAt: string | null; how: "answered" | "no_need" | "auto" | "merged" | null }>; newestItem: string | null };
export type InboxItemsRequest = { params: { id: string }; query?: { before?: string; around?: string; limit?: number } };
export type InboxItemsAnswer = { items: Array<{ id: string; at: string; kind: "inbound"; channel: string; text: string; subject: string | null; from: string | null; to: string | null; files: Array<{ id: string; filename: string; contentType: string; size: number }>; intent: string | null; language: string | null; isAutomatic: boolean; simulated: boolean; sharedWith: Array<{ personId: string; name: string | null }> } | { id: string; at: string; kind: "outbound"; delivery: { id: string; personId: string; personName: string | null; ruleId: string | null; ruleName: string | null; channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email"; status: string; reasons: Array<{ code: string }>; notBefore: string | null; text: string | null; error: string | null; messenger: string | null; simulated: boolean; price: number | null; executedAt: string | null; createdAt: string }; subject: string | null; to: string | null; files: Array<{ id: string; filename: string; contentType: string; size: number }>; sentBy: { id: string; name: string } | null; isAiDraft: boolean; isAutoReply: boolean; undoUntil: string | null; sendAt: string | null; unlessAnswered: boolean } | { id: string; at: string; kind: "call"; callId: string; channel: string; direction: "in" | "out"; durationSeconds: number | null; status: string; outcome: string | null; summary: string | null; hasRecording: boolean; lines: Array<{ speaker: string; text: string; atMs: number }> } | { id: string; at: string; kind: "form"; type: string | null; endpoint: string | null; text: string | null } | { id: string; at: string; kind: "note"; user: { id: string; name: string } | null; text: string; mentions: Array<{ id: string; name: string }>; updatedAt: string } | { id: string; at: string; kind: "line"; eventType: string; title: string; source: string | null; description: string | null; metadata: Record<string, unknown> | null }>; nextBefore: string | null };
export type InboxAddNoteRequest = { params: { id: string }; body: { text: string; mentions?: Array<string> } };
export type InboxAddNoteAnswer = { id: string };
export type InboxTeamsRequest = object;
export type InboxTeamsAnswer = { teams: Array<{ id: string; name: string; isMine: boolean; members: number; here: number; open: { count: number; isExact: boolean } }> };
export type DeliveriesListRequest<F extends keyof DeliveriesListAnswer["actions"][number] = keyof DeliveriesListAnswer["actions"][number]> = { query?: { personId?: string; ruleId?: string; from?: string; to?: string; search?: string; channel?: "sms" | "whatsapp" | "call" | "voice_agent" | "email"; status?: "pending" | "held" | "dispatching" | "sent" | "simulated" | "delivered" | "read" | "failed" | "blocked" | "unknown" | "cancelled"; before?: string; limit?: number } & { fields?: readonly F[] } };
export type DeliveriesListAnswer = { actions: Array<{ id: string; personId: string; personName: string | null; ruleId: string | null; ruleName: string | null; channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email"; status: string; reasons: Array<{ code: string }>; notBefore: string | null; text: string | null; error: string | null; messenger: string | null; simulated: boolean; price: number | null; executedAt: string | null; createdAt: string }>; nextBefore: string | null };
export type DeliveriesSendRequest = { params: { id: string }; body: { channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email"; template?: string; text?: string; subject?: string; purpose?: "marketing" | "service" } };
export type DeliveriesSendAnswer = { id: string; personId: string; personName: string | null; ruleId: string | null; ruleName: string | null; channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email"; status: string; reasons: Array<{ code: string }>; notBefore: string | null; text: string | null; error: string | null; messenger: string | null; simulated: boolean; price: number | null; executedAt: string | null; createdAt: string };
export type DeliveriesCheckRequest = { params: { id: string }; body: { purpose?: "marketing" | "service"; template?: string } };
export type DeliveriesCheckAnswer = Array<{ channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email"; ruling: "send" | "wait" | "stop"; until: string | null; reasons: Array<{ code: string }> }>;
export type DeliveriesWhyRequest = { params: { id: string } };
export type DeliveriesWhyAnswer = { ruling: "send" | "wait" | "stop" | null; checks: Array<{ check: string; reasons: Array<{ code: string }> }>; others: Array<{ code: string }>; purpose: string | null; template: string | null; rule: { id: string | null; name: string | null; version: number; newest: number | null; why: Array<{ code: string }>; at: string } | null; event: { id: string; type: string | null; endpointId: string; endpoint: string; at: string } | null; suggestion: { id: string; isAutoReply: boolean; vendor: string | null; model: string | null; sources: Array<{ number: number; kind: string; id: string | null; title: string; quote: string }>; checks: Array<{ check: string; ok: boolean; detail: string | null }> } | null; deeds: Array<{ what: "asked" | "cancelled" | "settled"; email: string | null; at: string }>; steps: Array<{ type: string; at: string }>; attempts: number; providerId: string | null };
export type DeliveriesCancelRequest = { params: { id: string } };
export type DeliveriesCancelAnswer = { ok: true };
export type LedgersOptOutRequest = { params: { id: string }; body: { reason?: string } };
export type LedgersOptOutAnswer = { ok: true };
export type TasksListRequest<F extends keyof TasksListAnswer["tasks"][number] = keyof TasksListAnswer["tasks"][number]> = { query?: { personId?: string; owner?: string; done?: "yes" | "no" | "all"; cursor?: string; limit?: number } & { fields?: readonly F[] } };
export type TasksListAnswer = { tasks: Array<{ id: string; personId: string; personName: string | null; title: string; dueAt: string | null; owner: { id: string; name: string } | null; doneAt: string | null; madeBy: "user" | "rule" | "handoff" | "review" | "agent"; createdAt: string }>; nextCursor: string | null };
export type TasksCreateRequest = { body: { personId: string; title: string; dueAt?: string | null; ownerId?: string | null } };
export type TasksCreateAnswer = { id: string; personId: string; personName: string | null; title: string; dueAt: string | null; owner: { id: string; name: string } | null; doneAt: string | null; madeBy: "user" | "rule" | "handoff" | "review" | "agent"; createdAt: string };
export type TasksUpdateRequest = { params: { id: string }; body: { title?: string; dueAt?: string | null; ownerId?: string | null; done?: boolean } };
export type TasksUpdateAnswer = { id: string; personId: string; personName: string | null; title: string; dueAt: string | null; owner: { id: string; name: string } | null; doneAt: string | null; madeBy: "user" | "rule" | "handoff" | "review" | "agent"; createdAt: string };
export type VoiceCallsRequest<F extends keyof VoiceCallsAnswer[number] = keyof VoiceCallsAnswer[number]> = { query?: object & { fields?: readonly F[] } };
export type VoiceCallsAnswer = Array<{ id: string; personId: string | null; personName: string | null; type: string; phoneNumber: string; duration: number | null; status: string; outcome: string | null; hasRecording: boolean; hasTranscript: boolean; simulated: boolean; price: number | null; answeredBy: string | null; createdAt: string }>;
export type VoiceCallRequest = { params: { id: string } };
export type VoiceCallAnswer = { id: string; personId: string | null; personName: string | null; type: string; phoneNumber: string; duration: number | null; status: string; outcome: string | null; hasRecording: boolean; hasTranscript: boolean; simulated: boolean; price: number | null; answeredBy: string | null; createdAt: string; personType: string | null; scriptName: string | null; scriptVersion: number | null; language: string | null; summary: string | null; endReason: "goodbye" | "caller_hung_up" | "opted_out" | "handed_over" | "time_limit" | "silence" | "voicemail" | "wrong_number" | "not_allowed" | "machine" | "operator_hung_up" | "connection_lost" | "failed" | null; handoffReason: "asked" | "complaint" | "complex" | "high_intent" | "no_answer" | "abuse" | "emergency" | "vulnerable" | "stalled" | "operator" | null; handoffNote: string | null; handoffAt: string | null; answeredAt: string | null; endedAt: string | null; recordingNoticeAt: string | null; recordingStartedAt: string | null; modelCost: number | null; turns: Array<{ id: string; speaker: "agent" | "customer" | "operator" | "whisper" | "system"; text: string; atMs: number; durationMs: number | null; language: string | null; isInterrupted: boolean; marks: Array<string>; latency: { thinkMs: number; sendMs: number; decidedBy: string; model: string | null; sources: Array<string> } | null }>; goals: Array<{ title: string; atMs: number | null }>; facts: Array<{ key: string; label: string; value: string | null; quote: string | null; atMs: number | null }>; scores: { intent: number; propensity: number; churn: number } | null; nextAction: string | null; previousId: string | null; nextId: string | null };
export type VoiceTranscriptRequest = { params: { id: string } };
export type VoiceTranscriptAnswer = { turns: Array<{ speaker: string; text: string; at: number }> };
export type WorkIntegrationsListTasksRequest = { params: { id: string } };
export type WorkIntegrationsListTasksAnswer = { tasks: Array<{ id: string; service: string; label: string; personId: string; title: string; madeBy: "handoff" | "rule" | "user"; state: "waiting" | "open" | "completed" | "failed"; url: string | null; error: string | null; completedAt: string | null; createdAt: string }>; services: Array<{ service: string; label: string }> };
export type PlacesSearchRequest = { query: { q: string } };
export type PlacesSearchAnswer = { places: Array<{ kind: "area" | "zip" | "point" | "address"; areaCode: string | null; label: string; latitude: number; longitude: number; precision: "address" | "zip" | "municipality" | "state" }> };

const createCalls = (send: Send) => ({
  people: {
    /** People, newest change first unless sorted otherwise; a cursor leads to the next page. */
    list: <F extends keyof PeopleListAnswer["people"][number] = keyof PeopleListAnswer["people"][number]>(request: PeopleListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/people", request, options) as Promise<Omit<PeopleListAnswer, "people"> & { people: Pick<PeopleListAnswer["people"][number], F | (keyof PeopleListAnswer["people"][number] & "id")>[] }>,
    /** Add a person. */
    create: (request: PeopleCreateRequest, options: CallOptions = {}) =>
      send("POST", "/api/people", request, options) as Promise<PeopleCreateAnswer>,
    /** How many people live in each county, municipality or state. */
    map: (request: PeopleMapRequest = {}, options: CallOptions = {}) =>
      send("GET", "/api/people-map", request, options) as Promise<PeopleMapAnswer>,
    /** A person with AI profile and the newest 100 timeline events. */
    get: (request: PeopleGetRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}", request, options) as Promise<PeopleGetAnswer>,
    /** Change a person; fields left out stay as they are. */
    update: (request: PeopleUpdateRequest, options: CallOptions = {}) =>
      send("PUT", "/api/people/{id}", request, options) as Promise<PeopleUpdateAnswer>,
    /** How a person's scores are made up; empty without scores. */
    scores: (request: PeopleScoresRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/scores", request, options) as Promise<PeopleScoresAnswer>,
  },
  personFields: {
    /** Custom fields of people, in their order. */
    list: (request: PersonFieldsListRequest = {}, options: CallOptions = {}) =>
      send("GET", "/api/person-fields", request, options) as Promise<PersonFieldsListAnswer>,
  },
  addresses: {
    /** Every phone number and e-mail address of a person, with its state. */
    list: (request: AddressesListRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/addresses", request, options) as Promise<AddressesListAnswer>,
    /** Add an address. */
    add: (request: AddressesAddRequest, options: CallOptions = {}) =>
      send("POST", "/api/people/{id}/addresses", request, options) as Promise<AddressesAddAnswer>,
  },
  profiles: {
    /** Preferred channel, best time, next best action with the gate's answer, summary and what changed in 24 hours. */
    get: (request: ProfilesGetRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/profile", request, options) as Promise<ProfilesGetAnswer>,
  },
  personPage: {
    /** Counts, cost by kind, and what the person's messages said with the words it rests on. */
    overview: (request: PersonPageOverviewRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/overview", request, options) as Promise<PersonPageOverviewAnswer>,
    /** The scores over time and what moved them, by the model in use; null without scores. */
    scoreHistory: (request: PersonPageScoreHistoryRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/score-history", request, options) as Promise<PersonPageScoreHistoryAnswer>,
    /** The timeline of a person, newest first; a cursor leads to older entries. */
    timeline: <F extends keyof PersonPageTimelineAnswer["events"][number] = keyof PersonPageTimelineAnswer["events"][number]>(request: PersonPageTimelineRequest<F>, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/timeline", request, options) as Promise<Omit<PersonPageTimelineAnswer, "events"> & { events: Pick<PersonPageTimelineAnswer["events"][number], F | (keyof PersonPageTimelineAnswer["events"][number] & "id")>[] }>,
  },
  audiences: {
    /** The fields that a filter may name. */
    fields: (request: AudiencesFieldsRequest = {}, options: CallOptions = {}) =>
      send("GET", "/api/audiences/fields", request, options) as Promise<AudiencesFieldsAnswer>,
    /** How many people a filter matches; counting stops at 10,000 unless all are asked for. */
    count: (request: AudiencesCountRequest, options: CallOptions = {}) =>
      send("POST", "/api/audiences/count", request, options) as Promise<AudiencesCountAnswer>,
    /** People that a filter matches, by pages. */
    people: <F extends keyof AudiencesPeopleAnswer["people"][number] = keyof AudiencesPeopleAnswer["people"][number]>(request: AudiencesPeopleRequest<F>, options: CallOptions = {}) =>
      send("POST", "/api/audiences/people", request, options) as Promise<Omit<AudiencesPeopleAnswer, "people"> & { people: Pick<AudiencesPeopleAnswer["people"][number], F | (keyof AudiencesPeopleAnswer["people"][number] & "id")>[] }>,
    /** Why a person matches a filter or not, row by row. */
    why: (request: AudiencesWhyRequest, options: CallOptions = {}) =>
      send("POST", "/api/audiences/why/{id}", request, options) as Promise<AudiencesWhyAnswer>,
  },
  views: {
    /** One's own and shared views, and all segments. */
    list: <F extends keyof ViewsListAnswer["views"][number] = keyof ViewsListAnswer["views"][number]>(request: ViewsListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/views", request, options) as Promise<Omit<ViewsListAnswer, "views"> & { views: Pick<ViewsListAnswer["views"][number], F | (keyof ViewsListAnswer["views"][number] & "id")>[] }>,
  },
  bulk: {
    /** Add and change up to 500 people in one transaction; each row has its own result. */
    people: (request: BulkPeopleRequest, options: CallOptions = {}) =>
      send("POST", "/api/bulk/people", request, options) as Promise<BulkPeopleAnswer>,
    /** Add and remove tags of up to 500 people in one transaction. */
    tags: (request: BulkTagsRequest, options: CallOptions = {}) =>
      send("POST", "/api/bulk/tags", request, options) as Promise<BulkTagsAnswer>,
    /** Record refusals and unproven consents of up to 500 people; consents with proof come through an endpoint or a form. */
    consents: (request: BulkConsentsRequest, options: CallOptions = {}) =>
      send("POST", "/api/bulk/consents", request, options) as Promise<BulkConsentsAnswer>,
    /** Store up to 500 events of a webhook endpoint in one transaction; its mapping reads them. */
    events: (request: BulkEventsRequest, options: CallOptions = {}) =>
      send("POST", "/api/bulk/events", request, options) as Promise<BulkEventsAnswer>,
  },
  events: {
    /** The events of an endpoint, newest first. */
    list: <F extends keyof EventsListAnswer["events"][number] = keyof EventsListAnswer["events"][number]>(request: EventsListRequest<F>, options: CallOptions = {}) =>
      send("GET", "/api/endpoints/{id}/events", request, options) as Promise<Omit<EventsListAnswer, "events"> & { events: Pick<EventsListAnswer["events"][number], F | (keyof EventsListAnswer["events"][number] & "id")>[] }>,
    /** An event as received and as processed, with its person and effects. */
    get: (request: EventsGetRequest, options: CallOptions = {}) =>
      send("GET", "/api/events/{id}", request, options) as Promise<EventsGetAnswer>,
  },
  webhooks: {
    /** Subscriptions to events, with their state and the attempts of the last day. */
    list: <F extends keyof WebhooksListAnswer["subscriptions"][number] = keyof WebhooksListAnswer["subscriptions"][number]>(request: WebhooksListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/webhook-subscriptions", request, options) as Promise<Omit<WebhooksListAnswer, "subscriptions"> & { subscriptions: Pick<WebhooksListAnswer["subscriptions"][number], F | (keyof WebhooksListAnswer["subscriptions"][number] & "id")>[] }>,
    /** The log of the last 30 days, newest first; a cursor leads to older ones. */
    deliveries: <F extends keyof WebhooksDeliveriesAnswer["deliveries"][number] = keyof WebhooksDeliveriesAnswer["deliveries"][number]>(request: WebhooksDeliveriesRequest<F>, options: CallOptions = {}) =>
      send("GET", "/api/webhook-subscriptions/{id}/deliveries", request, options) as Promise<Omit<WebhooksDeliveriesAnswer, "deliveries"> & { deliveries: Pick<WebhooksDeliveriesAnswer["deliveries"][number], F | (keyof WebhooksDeliveriesAnswer["deliveries"][number] & "id")>[] }>,
    /** One delivery with its request and the answers. */
    delivery: (request: WebhooksDeliveryRequest, options: CallOptions = {}) =>
      send("GET", "/api/webhook-subscriptions/{id}/deliveries/{eventId}", request, options) as Promise<WebhooksDeliveryAnswer>,
  },
  knowledge: {
    /** Entries of the knowledge base, the last changed first. */
    list: <F extends keyof KnowledgeListAnswer[number] = keyof KnowledgeListAnswer[number]>(request: KnowledgeListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/knowledge", request, options) as Promise<Pick<KnowledgeListAnswer[number], F | (keyof KnowledgeListAnswer[number] & "id")>[]>,
    /** An entry with its whole text. */
    get: (request: KnowledgeGetRequest, options: CallOptions = {}) =>
      send("GET", "/api/knowledge/entries/{id}", request, options) as Promise<KnowledgeGetAnswer>,
  },
  rules: {
    /** Automation rules. */
    list: <F extends keyof RulesListAnswer[number] = keyof RulesListAnswer[number]>(request: RulesListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/rules", request, options) as Promise<Pick<RulesListAnswer[number], F | (keyof RulesListAnswer[number] & "id")>[]>,
    /** The effect of a draft on all people now, or on the events of the last days. */
    dryRun: (request: RulesDryRunRequest, options: CallOptions = {}) =>
      send("POST", "/api/rules/dry-run", request, options) as Promise<RulesDryRunAnswer>,
    /** Why a rule did or did not reach a person. */
    why: (request: RulesWhyRequest, options: CallOptions = {}) =>
      send("GET", "/api/rules/{id}/people/{personId}", request, options) as Promise<RulesWhyAnswer>,
  },
  inbox: {
    /** Threads of a view, by pages. */
    list: <F extends keyof InboxListAnswer["threads"][number] = keyof InboxListAnswer["threads"][number]>(request: InboxListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/inbox", request, options) as Promise<Omit<InboxListAnswer, "threads"> & { threads: Pick<InboxListAnswer["threads"][number], F | (keyof InboxListAnswer["threads"][number] & "id")>[] }>,
    /** Messages, calls and notes that contain all words, newest first. */
    search: (request: InboxSearchRequest, options: CallOptions = {}) =>
      send("GET", "/api/inbox/search", request, options) as Promise<InboxSearchAnswer>,
    /** The thread of a person: state, addresses, tasks, own draft. */
    get: (request: InboxGetRequest, options: CallOptions = {}) =>
      send("GET", "/api/inbox/{id}", request, options) as Promise<InboxGetAnswer>,
    /** Messages, calls, forms, notes and lines of a thread; a cursor leads to older ones. */
    items: (request: InboxItemsRequest, options: CallOptions = {}) =>
      send("GET", "/api/inbox/{id}/items", request, options) as Promise<InboxItemsAnswer>,
    /** Write a note that only colleagues see; those mentioned are notified. */
    addNote: (request: InboxAddNoteRequest, options: CallOptions = {}) =>
      send("POST", "/api/inbox/{id}/notes", request, options) as Promise<InboxAddNoteAnswer>,
    /** Teams, for assignment and filters, with the number of their open threads. */
    teams: (request: InboxTeamsRequest = {}, options: CallOptions = {}) =>
      send("GET", "/api/inbox/teams", request, options) as Promise<InboxTeamsAnswer>,
  },
  deliveries: {
    /** Messages and calls, newest first. */
    list: <F extends keyof DeliveriesListAnswer["actions"][number] = keyof DeliveriesListAnswer["actions"][number]>(request: DeliveriesListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/actions", request, options) as Promise<Omit<DeliveriesListAnswer, "actions"> & { actions: Pick<DeliveriesListAnswer["actions"][number], F | (keyof DeliveriesListAnswer["actions"][number] & "id")>[] }>,
    /** Send a message to a person manually; the gate applies as usual. */
    send: (request: DeliveriesSendRequest, options: CallOptions = {}) =>
      send("POST", "/api/people/{id}/messages", request, options) as Promise<DeliveriesSendAnswer>,
    /** The gate's decision for each channel now; nothing is sent. */
    check: (request: DeliveriesCheckRequest, options: CallOptions = {}) =>
      send("POST", "/api/people/{id}/messages/check", request, options) as Promise<DeliveriesCheckAnswer>,
    /** Why a message or call was sent, waits or was stopped: event, rule, checks and history. */
    why: (request: DeliveriesWhyRequest, options: CallOptions = {}) =>
      send("GET", "/api/actions/{id}/why", request, options) as Promise<DeliveriesWhyAnswer>,
    /** Cancel a delivery that has not been sent. */
    cancel: (request: DeliveriesCancelRequest, options: CallOptions = {}) =>
      send("POST", "/api/actions/{id}/cancel", request, options) as Promise<DeliveriesCancelAnswer>,
  },
  ledgers: {
    /** Opt a person out: all their addresses, on all channels. */
    optOut: (request: LedgersOptOutRequest, options: CallOptions = {}) =>
      send("POST", "/api/people/{id}/opt-out", request, options) as Promise<LedgersOptOutAnswer>,
  },
  tasks: {
    /** Tasks, the next due first. */
    list: <F extends keyof TasksListAnswer["tasks"][number] = keyof TasksListAnswer["tasks"][number]>(request: TasksListRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/tasks", request, options) as Promise<Omit<TasksListAnswer, "tasks"> & { tasks: Pick<TasksListAnswer["tasks"][number], F | (keyof TasksListAnswer["tasks"][number] & "id")>[] }>,
    /** Add a task for a person. */
    create: (request: TasksCreateRequest, options: CallOptions = {}) =>
      send("POST", "/api/tasks", request, options) as Promise<TasksCreateAnswer>,
    /** Change a task, or mark it as done or not done. */
    update: (request: TasksUpdateRequest, options: CallOptions = {}) =>
      send("PUT", "/api/tasks/{id}", request, options) as Promise<TasksUpdateAnswer>,
  },
  voice: {
    /** The newest 200 calls. */
    calls: <F extends keyof VoiceCallsAnswer[number] = keyof VoiceCallsAnswer[number]>(request: VoiceCallsRequest<F> = {}, options: CallOptions = {}) =>
      send("GET", "/api/calls", request, options) as Promise<Pick<VoiceCallsAnswer[number], F | (keyof VoiceCallsAnswer[number] & "id")>[]>,
    /** One call: transcript, facts, outcome, costs. */
    call: (request: VoiceCallRequest, options: CallOptions = {}) =>
      send("GET", "/api/calls/{id}", request, options) as Promise<VoiceCallAnswer>,
    /** Who said what in a call. */
    transcript: (request: VoiceTranscriptRequest, options: CallOptions = {}) =>
      send("GET", "/api/calls/{id}/transcript", request, options) as Promise<VoiceTranscriptAnswer>,
  },
  workIntegrations: {
    /** Tasks about a person in other systems, newest first. */
    listTasks: (request: WorkIntegrationsListTasksRequest, options: CallOptions = {}) =>
      send("GET", "/api/people/{id}/external-tasks", request, options) as Promise<WorkIntegrationsListTasksAnswer>,
  },
  places: {
    /** Counties, municipalities, states, ZIP codes and coordinates that a text names. */
    search: (request: PlacesSearchRequest, options: CallOptions = {}) =>
      send("GET", "/api/places", request, options) as Promise<PlacesSearchAnswer>,
  },
});

export type Faro = ReturnType<typeof createCalls>;

/** The API of one Faro, with a token. */
export const createFaro = (options: FaroOptions): Faro => createCalls(createSend(options));

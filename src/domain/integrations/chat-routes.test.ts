import { describe, expect, test } from "vitest";
import { type Area, type AreaLevel, builtInPermissions, noPermissions } from "#domain/access/areas.ts";
import { type ChatRouteKind, chatRouteKinds, findForbiddenRoutes, mayRouteToChat } from "./chat-routes.ts";

const withAreas = (levels: Partial<Record<Area, AreaLevel>>) => ({ ...noPermissions, ...levels });
const integrator = withAreas({ integrations: "manage" });

describe("mayRouteToChat", () => {
  test.each<[ChatRouteKind, Partial<Record<Area, AreaLevel>>]>([
    ["reply_received", { inbox: "view" }],
    ["handoff_asked", { inbox: "view" }],
    ["mentioned", { inbox: "view" }],
    ["review_needed", { compliance: "view" }],
    ["approval_waiting", { approvals: "view" }],
    ["task_due", { people: "view" }],
    ["rule", { rules: "view", people: "view" }],
  ])("%s needs %j besides integrations", (kind, levels) => {
    expect(mayRouteToChat(integrator, kind)).toBe(false);
    expect(mayRouteToChat(withAreas({ integrations: "manage", ...levels }), kind)).toBe(true);
  });

  test("what a rule posts needs both of its areas", () => {
    expect(mayRouteToChat(withAreas({ rules: "view" }), "rule")).toBe(false);
    expect(mayRouteToChat(withAreas({ people: "view" }), "rule")).toBe(false);
  });

  test("an administrator routes everything", () => {
    expect(chatRouteKinds.filter((kind) => !mayRouteToChat(builtInPermissions.admin, kind))).toEqual([]);
  });
});

describe("findForbiddenRoutes", () => {
  const before = [{ kind: "reply_received" as const, channel: "#sales" }];

  test("a route may stay and may end", () => {
    expect(findForbiddenRoutes(integrator, before, before)).toEqual([]);
    expect(findForbiddenRoutes(integrator, before, [])).toEqual([]);
  });

  test("a route may not lead elsewhere or begin without the rights to it", () => {
    expect(findForbiddenRoutes(integrator, before, [{ kind: "reply_received", channel: "#mine" }])).toEqual([
      "reply_received",
    ]);
    expect(findForbiddenRoutes(integrator, [], before)).toEqual(["reply_received"]);
    expect(findForbiddenRoutes(integrator, [], [{ kind: "job_dead", channel: "#it" }])).toEqual([]);
  });
});

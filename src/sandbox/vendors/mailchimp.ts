import { randomUUID } from "node:crypto";
import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, basicOf, bearerOf, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, title: string, detail: string): Answer => ({
  status,
  type: "application/problem+json; charset=utf-8",
  body: {
    type: "https://mailchimp.com/developer/marketing/docs/errors/",
    title,
    status,
    detail,
    instance: randomUUID(),
  },
});

const door: Door = {
  credentials: (request) => [basicOf(request)?.password || bearerOf(request)],
  refuse: (_request, missing) =>
    missing
      ? failure(401, "API Key Missing", "Your request did not include an API key.")
      : failure(
          401,
          "API Key Invalid",
          "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
        ),
  limit: () =>
    failure(429, "Too Many Requests", "You have exceeded the limit of 10 simultaneous connections."),
  unknown: () => failure(404, "Resource Not Found", "The requested resource could not be found."),
};

export const mailchimp: Vendor = {
  id: "mailchimp",
  mount: (app) => {
    guard(app, door);
    app.get("/3.0/ping", async () => ({ health_status: "Everything's Chimpy!" }));
  },
};

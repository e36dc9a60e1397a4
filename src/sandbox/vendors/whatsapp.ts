import { answerUnknown, type Door, guard } from "../guard.ts";
import { graphDoor, graphError } from "../meta.ts";
import { bearerOf, headerOf, paramOf, send, type Vendor } from "../vendor.ts";

const dialog360Door: Door = {
  credentials: (request) => [headerOf(request, "d360-api-key")],
  refuse: () => ({
    status: 401,
    body: { meta: { success: false, http_code: 401, developer_message: "Invalid api_key" } },
  }),
  limit: () => ({
    status: 429,
    body: { meta: { success: false, http_code: 429, developer_message: "Rate limit reached" } },
  }),
  unknown: () => ({
    status: 404,
    body: { meta: { success: false, http_code: 404, developer_message: "Not found" } },
  }),
};

const watiDoor: Door = {
  // People paste the token together with its scheme.
  credentials: (request) => [bearerOf(request)?.replace(/^Bearer\s+/i, "")],
  refuse: () => ({ status: 401, type: "text/plain", body: "" }),
  limit: () => ({ status: 429, body: { result: false, info: "Too many requests" } }),
  lie: () => ({ status: 200, body: { result: false, info: "Tenant is not active" } }),
};

const watiContacts = async () => ({
  result: "success",
  contact_list: [
    {
      id: "sandbox1",
      wAid: "17875550199",
      fullName: "Ana Rivera",
      phone: "17875550199",
      contactStatus: "VALID",
    },
  ],
  link: { prevPage: null, nextPage: null, pageNumber: 1, pageSize: 1, total: 1 },
});

/** Three ways to the same network, each under a path of its own: meta, 360dialog, wati. */
export const whatsapp: Vendor = {
  id: "whatsapp",
  mount: (app) => {
    answerUnknown(app);
    app.register(
      async (meta) => {
        guard(meta, graphDoor);
        meta.get("/:version/:phoneNumberId", async (request, reply) => {
          const id = paramOf(request, "phoneNumberId");
          if (!/^\d+$/.test(id))
            return send(
              reply,
              graphError(
                400,
                100,
                `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
                "GraphMethodException",
              ),
            );
          return {
            display_phone_number: "+1 787-555-0100",
            verified_name: "Faro Sandbox",
            quality_rating: "GREEN",
            id,
          };
        });
        meta.get("/:version/:wabaId/phone_numbers", async () => ({
          data: [
            {
              id: "106455010000001",
              display_phone_number: "+1 787-555-0100",
              verified_name: "Faro Sandbox",
              quality_rating: "GREEN",
            },
          ],
        }));
      },
      { prefix: "/meta" },
    );
    app.register(
      async (dialog360) => {
        guard(dialog360, dialog360Door);
        dialog360.get("/v1/configs/webhook", async () => ({ url: "" }));
      },
      { prefix: "/360dialog" },
    );
    app.register(
      async (wati) => {
        guard(wati, watiDoor);
        wati.get("/api/v1/getContacts", watiContacts);
        wati.get("/:tenant/api/v1/getContacts", watiContacts);
      },
      { prefix: "/wati" },
    );
  },
};

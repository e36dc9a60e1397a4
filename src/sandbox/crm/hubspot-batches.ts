import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import type { StoredContact } from "./contact-store.ts";
import {
  archive,
  type BatchInput,
  failure,
  type HubspotAccount,
  type HubspotProperties,
  type HubspotReport,
  namesOf,
  present,
  refuse,
  store,
} from "./hubspot-contacts.ts";

const listOf = (request: FastifyRequest): BatchInput[] => {
  const { inputs } = (request.body ?? {}) as { inputs?: BatchInput[] };
  return Array.isArray(inputs) ? inputs : [];
};

const batchAnswer = (results: object[], errors: object[] = [], status = 200): SimulatedResponse => ({
  status: errors.length > 0 ? 207 : status,
  body: {
    status: "COMPLETE",
    results,
    startedAt: new Date().toISOString(),
    completedAt: new Date().toISOString(),
    ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
  },
});

const missing = (ids: string[]): object => ({
  status: "error",
  category: "OBJECT_NOT_FOUND",
  message: "Could not get some CONTACT objects, they may be deleted or not exist. Check that ids are valid.",
  context: { ids },
});

const maxBatch = 100;
const tooLarge = (): SimulatedResponse =>
  failure(400, "VALIDATION_ERROR", `Batch size limit exceeded: at most ${maxBatch} inputs`);

export const mountBatches = (app: FastifyInstance, account: HubspotAccount, report: HubspotReport): void => {
  const path = "/crm/v3/objects/contacts/batch";
  const find = ({ id = "", idProperty }: BatchInput): StoredContact | undefined => {
    const contact = idProperty ? account.contacts.find(idProperty, id) : account.contacts.get(id);
    return contact?.deletedAt === null ? contact : undefined;
  };
  /** One wrong value refuses the whole batch. */
  const writeAll = (
    inputs: BatchInput[],
    plan: (input: BatchInput) => { contact: StoredContact | undefined; properties: HubspotProperties },
  ): SimulatedResponse | StoredContact[] => {
    if (inputs.length > maxBatch) return tooLarge();
    const keys = inputs.map(({ id }) => id?.toLowerCase()).filter(Boolean);
    if (new Set(keys).size < keys.length)
      return failure(400, "VALIDATION_ERROR", "Duplicate IDs found in batch input");
    const planned = inputs.map(plan);
    for (const { contact, properties } of planned) {
      const refused = refuse(account, properties, contact);
      if (refused) return refused;
    }
    return planned.map(({ contact, properties }) => store(account, properties, contact, report));
  };
  const answer = (
    reply: FastifyReply,
    request: FastifyRequest,
    written: SimulatedResponse | StoredContact[],
    names: (input: BatchInput) => string[],
    status = 200,
  ) =>
    sendResponse(
      reply,
      Array.isArray(written)
        ? batchAnswer(
            written.map((contact, index) => present(contact, names(listOf(request)[index] ?? {}), account)),
            [],
            status,
          )
        : written,
    );

  app.post(`${path}/read`, async (request, reply) => {
    const { idProperty } = (request.body ?? {}) as { idProperty?: string };
    const inputs = listOf(request);
    if (inputs.length > maxBatch) return sendResponse(reply, tooLarge());
    const asked = inputs.map(({ id = "" }) => ({
      id,
      contact: find({ id, ...(idProperty ? { idProperty } : {}) }),
    }));
    const found = [...new Set(asked.flatMap(({ contact }) => contact ?? []))];
    const lost = asked.filter(({ contact }) => !contact).map(({ id }) => id);
    const names = namesOf(request);
    return sendResponse(
      reply,
      batchAnswer(
        found.map((contact) => present(contact, names, account)),
        lost.length > 0 ? [missing(lost)] : [],
      ),
    );
  });
  const names = ({ properties = {} }: BatchInput): string[] => [...Object.keys(properties), "email"];
  app.post(`${path}/create`, async (request, reply) =>
    answer(
      reply,
      request,
      writeAll(
        listOf(request).map(({ properties = {} }) => ({ properties })),
        ({ properties = {} }) => ({ contact: undefined, properties }),
      ),
      names,
      201,
    ),
  );
  app.post(`${path}/update`, async (request, reply) => {
    const inputs = listOf(request);
    const lost = inputs.filter((input) => !find(input)).map(({ id = "" }) => id);
    if (lost.length > 0 && inputs.length <= maxBatch) {
      const rest = inputs.filter((input) => find(input));
      const written = writeAll(rest, (input) => ({
        contact: find(input),
        properties: input.properties ?? {},
      }));
      if (!Array.isArray(written)) return sendResponse(reply, written);
      return sendResponse(
        reply,
        batchAnswer(
          written.map((contact, index) => present(contact, names(rest[index] ?? {}), account)),
          [missing(lost)],
        ),
      );
    }
    return answer(
      reply,
      request,
      writeAll(inputs, (input) => ({ contact: find(input), properties: input.properties ?? {} })),
      names,
    );
  });
  app.post(`${path}/upsert`, async (request, reply) => {
    const inputs = listOf(request);
    const key = inputs.find(({ idProperty }) => idProperty)?.idProperty ?? "";
    if (key !== "email" && !account.properties.get(key)?.hasUniqueValue)
      return sendResponse(
        reply,
        failure(400, "VALIDATION_ERROR", `Invalid unique property ${key} for upsert`),
      );
    return answer(
      reply,
      request,
      writeAll(inputs, (input) => ({
        contact: find(input),
        properties: { [key]: input.id ?? "", ...input.properties },
      })),
      (input) => [...names(input), key],
    );
  });
  app.post(`${path}/archive`, async (request, reply) => {
    for (const input of listOf(request)) {
      const contact = find(input);
      if (contact) archive(account, contact, report);
    }
    return reply.code(204).send();
  });
};

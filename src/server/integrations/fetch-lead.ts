import * as z from "zod";
import { leadPayload } from "#domain/integrations/lead-form.ts";
import { simulatedMark, simulationOf } from "#domain/messages/simulation.ts";
import { insertEvents, newEvent } from "#server/store/ingestion/events.ts";
import { openLeadEndpoint } from "#server/store/ingestion/lead-endpoints.ts";
import { done, type WorkHandler } from "./work-context.ts";

const payload = z.object({ leadId: z.string() });

/**
 * Fetches a lead that was reported by its id and stores it as an event. The recorder maps it, makes the person, keeps
 * its consents with the event as their proof, and fires rules.
 */
export const fetchLead: WorkHandler = async (work, { vendor, run, isSimulated }, { simulation }) => {
  const { leads, connector } = vendor;
  if (!leads) return done;
  const { leadId } = payload.parse(work.payload);
  const result = await run(leads.readLead, { id: leadId });
  if (!result.ok) return { kind: "failed", error: result.error };
  const { eventType } = leads;
  const mark = simulatedMark(simulationOf(isSimulated, await simulation()));
  const raw = JSON.stringify({ ...leadPayload(eventType, result.value), ...mark });
  return {
    kind: "done",
    change: async ({ tx, touch }) => {
      const endpointId = await openLeadEndpoint(tx, connector.id);
      await insertEvents(tx, [newEvent({ endpointId, raw, eventType, deduplicationKey: leadId })]);
      touch("events", "endpoints");
    },
  };
};

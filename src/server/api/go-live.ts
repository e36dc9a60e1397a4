import type { GoLiveProgress, MailDnsCheck } from "#contract/go-live.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { goLiveGuide } from "#domain/go-live/guide.ts";
import { evaluateMailDns, mailDnsNames } from "#domain/go-live/mail-dns.ts";
import { type GoLiveChannel, type GoLiveRecordName, goLiveChannels } from "#domain/go-live/records.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { queryTxt } from "#server/egress/txt-records.ts";
import { listConnections } from "#server/store/connections/connections.ts";
import { findAction } from "#server/store/delivery/action-list.ts";
import {
  deleteGoLiveRecords,
  readGoLiveRecords,
  type StoredGoLiveRecords,
  saveGoLiveRecord,
} from "#server/store/workspace/go-live.ts";
import { requestTestMessage } from "./go-live-message.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** SMTP unless another messenger carries e-mail, be it live or not. */
const readEmailMessenger = async ({ messaging }: ApiServices): Promise<"smtp" | "sendgrid"> => {
  const [carrier] = await messaging.messengersFor("email");
  return carrier?.messenger.id === "sendgrid" ? "sendgrid" : "smtp";
};

/** SendGrid's records are those of its relay. */
const sendgridRelay = "smtp.sendgrid.net";

const readMail = async (services: ApiServices): Promise<GoLiveProgress["mail"]> => {
  const sender = await readEmailMessenger(services);
  const row = (await listConnections(services.database.db)).find(({ service }) => service === sender);
  const { fromAddress } = row?.settings ?? {};
  const host = sender === "sendgrid" ? sendgridRelay : row?.settings.host;
  const domain = typeof fromAddress === "string" ? fromAddress.split("@")[1]?.toLowerCase() : undefined;
  return domain && typeof host === "string" ? { domain, relayHost: host } : null;
};

/** The addresses that vendors call, for the live connections that need one. */
const readCallbackUrls = async ({
  config,
  messaging,
}: ApiServices): Promise<GoLiveProgress["callbackUrls"]> => {
  const origin = config.publicUrl?.origin;
  if (origin === undefined) return [];
  const urls = await Promise.all(
    messengers.map(async ({ id, connector }) => {
      const opened = await messaging.open(id);
      // Mail is received by the listener, and messages of X are listed.
      if (!opened || opened.isSimulated || ["smtp", "x"].includes(connector.id)) return [];
      const key = opened.messenger.callbackKey?.(opened.settings);
      const query = key ? `?key=${key}` : "";
      return [{ messenger: id, url: `${origin}/hooks/vendors/${id}${query}` }];
    }),
  );
  return urls.flat();
};

const liveMessenger = async ({ messaging }: ApiServices, channel: Channel): Promise<string | null> =>
  (await messaging.messengersFor(channel)).find(({ isSimulated }) => !isSimulated)?.messenger.id ?? null;

const readMessages = async (
  { database }: ApiServices,
  records: StoredGoLiveRecords,
): Promise<GoLiveProgress["messages"]> => {
  const found = await Promise.all(
    goLiveChannels.map(async (channel) => {
      const actionId = records[`message:${channel}`]?.detail?.actionId;
      const action = typeof actionId === "string" ? await findAction(database.db, actionId) : undefined;
      return action ? [{ ...action, channel }] : [];
    }),
  );
  return found.flat();
};

export const readGoLiveProgress = async (services: ApiServices): Promise<GoLiveProgress> => {
  const { config, database, messaging } = services;
  const records = await readGoLiveRecords(database.db);
  const messages = await readMessages(services, records);
  const [mail, emailMessenger, sms, whatsapp, email] = await Promise.all([
    readMail(services),
    readEmailMessenger(services),
    liveMessenger(services, "sms"),
    liveMessenger(services, "whatsapp"),
    liveMessenger(services, "email"),
  ]);
  const fromNumber = sms === null ? undefined : (await messaging.open(sms))?.settings.fromNumber;
  const dns = (records.dns?.detail ?? null) as MailDnsCheck | null;
  const publicUrl = config.publicUrl?.protocol === "https:" ? config.publicUrl.origin : null;
  return {
    channels: goLiveGuide({
      hasPublicAddress: publicUrl !== null,
      live: {
        twilio: sms !== null,
        whatsapp: whatsapp !== null && whatsapp !== "twilio-whatsapp",
        smtp: email === "smtp",
        sendgrid: email === "sendgrid",
      },
      emailMessenger,
      whatsappMessenger: whatsapp,
      hasNumber: typeof fromNumber === "string" && fromNumber !== "",
      isDnsValid:
        dns !== null && dns.domain === mail?.domain && dns.records.every(({ problem }) => problem === null),
      records,
      messages: Object.fromEntries(messages.map(({ channel, status }) => [channel, status])) as Partial<
        Record<GoLiveChannel, ActionStatus>
      >,
    }),
    publicUrl,
    callbackUrls: await readCallbackUrls(services),
    whatsappMessenger: whatsapp,
    emailMessenger,
    fromNumber: typeof fromNumber === "string" && fromNumber !== "" ? fromNumber : null,
    mail,
    dns: dns !== null && dns.domain === mail?.domain ? dns : null,
    messages,
  };
};

export const goLiveHandlers: Handlers["goLive"] = {
  progress: ({ services }) => readGoLiveProgress(services),

  tick: async ({ input: { params, body }, actor, services: { write } }) => {
    const name: GoLiveRecordName = `tick:${params.step}`;
    await write(actor, async ({ tx, audit, touch }) => {
      if (body.done) await saveGoLiveRecord(tx, name, actor.userId);
      else await deleteGoLiveRecords(tx, [name]);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "go_live",
        details: { kind: "go_live_step_set", step: params.step, done: body.done },
      });
      touch("integrations");
    });
    return { ok: true };
  },

  checkDns: async ({ input: { body }, actor, services }) => {
    const mail = await readMail(services);
    if (!mail) throw new Problem("not_configured");
    const { domain, relayHost } = mail;
    const { selector } = body;
    const names = mailDnsNames(domain, selector);
    const [spf, dkim, dmarc] = await Promise.all(
      [names.spf, names.dkim, names.dmarc].map((name) => queryTxt(services.resolveTxt, name)),
    );
    if (!spf || !dkim || !dmarc) throw new Problem("internal");
    const records = evaluateMailDns({ domain, selector, relayHost }, { spf, dkim, dmarc });
    const check: MailDnsCheck = { domain, selector, checkedAt: new Date().toISOString(), records };
    await services.write(actor, async ({ tx, audit, touch }) => {
      await saveGoLiveRecord(tx, "dns", actor.userId, check);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "go_live",
        details: { kind: "mail_records_checked", domain },
        metadata: {
          problems: records.flatMap(({ kind, problem }) => (problem ? [`${kind} ${problem}`] : [])),
        },
      });
      touch("integrations");
    });
    return check;
  },

  sendTest: async (call) => {
    const { services, actor, input, caller } = call;
    const { channel } = input.body;
    const actionId = await requestTestMessage(services, actor, {
      ...input.body,
      email: caller.user.email,
      language: requestLanguage(call),
    });
    const action = await findAction(services.database.db, actionId);
    if (!action) throw new Problem("internal");
    return { ...action, channel };
  },
};

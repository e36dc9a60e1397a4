import { addTagAction } from "./actions/add-tag.ts";
import { addTaskAction } from "./actions/add-task.ts";
import { aiAction } from "./actions/ai.ts";
import { asanaTaskAction } from "./actions/asana-task.ts";
import { askAction } from "./actions/ask.ts";
import { assignAction } from "./actions/assign.ts";
import { callAction } from "./actions/call.ts";
import { emailAction } from "./actions/email.ts";
import { makeAction } from "./actions/make.ts";
import { n8nAction } from "./actions/n8n.ts";
import { notifyAction } from "./actions/notify.ts";
import { preferredChannelAction } from "./actions/preferred-channel.ts";
import { removeTagAction } from "./actions/remove-tag.ts";
import { setFieldAction } from "./actions/set-field.ts";
import { setStageAction } from "./actions/set-stage.ts";
import { slackAction } from "./actions/slack.ts";
import { smsAction } from "./actions/sms.ts";
import { startRuleAction } from "./actions/start-rule.ts";
import { stopRuleAction } from "./actions/stop-rule.ts";
import { telegramAction } from "./actions/telegram.ts";
import { voiceAgentAction } from "./actions/voice-agent.ts";
import { webhookAction } from "./actions/webhook.ts";
import { whatsappAction } from "./actions/whatsapp.ts";
import { zapierAction } from "./actions/zapier.ts";
import type { ActionKind } from "./kinds.ts";

/** Every kind of action. A new one needs its file, its name in `rule.ts`, a line here, and its texts. */
export const actionKinds = [
  smsAction,
  whatsappAction,
  callAction,
  voiceAgentAction,
  emailAction,
  preferredChannelAction,
  slackAction,
  telegramAction,
  asanaTaskAction,
  zapierAction,
  makeAction,
  n8nAction,
  webhookAction,
  addTagAction,
  removeTagAction,
  setStageAction,
  setFieldAction,
  assignAction,
  addTaskAction,
  notifyAction,
  startRuleAction,
  stopRuleAction,
  askAction,
  aiAction,
] as const satisfies readonly ActionKind[];

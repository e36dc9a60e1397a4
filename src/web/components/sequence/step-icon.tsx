import {
  Bell,
  ChevronsRight,
  CirclePlay,
  CircleStop,
  ListChecks,
  type LucideIcon,
  MessageCircleHeart,
  MessagesSquare,
  Sparkles,
  Split,
  Tag,
  TextCursorInput,
  UserRound,
  Webhook,
} from "lucide-react";
import type { ActionType } from "#domain/rules/rule.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";

const icons: Partial<Record<ActionType, LucideIcon>> = {
  add_tag: Tag,
  remove_tag: Tag,
  set_stage: ChevronsRight,
  set_field: TextCursorInput,
  assign: UserRound,
  notify: Bell,
  start_rule: CirclePlay,
  stop_rule: CircleStop,
  add_task: ListChecks,
  ask: Split,
  ai: Sparkles,
  slack: MessagesSquare,
  telegram: MessagesSquare,
  asana_task: ListChecks,
  zapier: Webhook,
  make: Webhook,
  n8n: Webhook,
  webhook: Webhook,
  preferred_channel: MessageCircleHeart,
};

/** Decorative: what the step does is beside it. */
export const StepIcon = ({ type, className }: { type: ActionType; className?: string }) => {
  const Icon = icons[type];
  if (!Icon) return <ChannelIcon channel={type} {...(className ? { className } : {})} />;
  return <Icon aria-hidden="true" {...(className ? { className } : {})} strokeWidth={1.9} />;
};

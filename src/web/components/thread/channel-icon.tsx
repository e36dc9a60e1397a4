import {
  AtSign,
  Bot,
  FileInput,
  Lock,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Phone,
} from "lucide-react";

const icons: Record<string, LucideIcon> = {
  sms: MessageSquare,
  whatsapp: MessageCircle,
  email: Mail,
  call: Phone,
  voice_agent: Bot,
  note: Lock,
  x: AtSign,
};

/** Decorative: the channel's name is beside it. */
export const ChannelIcon = ({ channel, className }: { channel: string | null; className?: string }) => {
  const Icon = (channel !== null && icons[channel]) || FileInput;
  return <Icon aria-hidden="true" {...(className ? { className } : {})} strokeWidth={1.9} />;
};

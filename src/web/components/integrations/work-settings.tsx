import type { ComponentType } from "react";
import { AsanaSettings } from "./asana-settings.tsx";
import { AutomationSettings } from "./automation-settings.tsx";
import { FacebookSettings } from "./facebook-settings.tsx";
import { LinkedinSettings } from "./linkedin-settings.tsx";
import { SlackSettings } from "./slack-settings.tsx";
import { TelegramSettings } from "./telegram-settings.tsx";
import { XSettings } from "./x-settings.tsx";

/** The panel of each integration that does more than test itself. */
const panels: Partial<Record<string, ComponentType>> = {
  facebook: FacebookSettings,
  linkedin: LinkedinSettings,
  slack: SlackSettings,
  telegram: TelegramSettings,
  asana: AsanaSettings,
  x: XSettings,
  zapier: () => <AutomationSettings service="zapier" />,
  make: () => <AutomationSettings service="make" />,
  n8n: () => <AutomationSettings service="n8n" />,
};

export const findWorkPanel = (service: string): ComponentType | undefined => panels[service];

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ConnectorCard, integrations } from "#contract/integrations.ts";
import { query } from "../../lib/api.ts";
import { AccountCards } from "./account-cards.tsx";

const accounts: readonly ConnectorCard[] = [
  {
    id: "twilio",
    label: "Twilio",
    group: "messaging",
    form: {
      required: ["accountSid"],
      properties: {
        accountSid: {
          type: "string",
          pattern: "^[\\w~:@+\\-]+$",
          examples: ["ACxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
        },
        authToken: { type: "string", writeOnly: true },
        fromNumber: { type: "string", examples: ["+17875550100"] },
      },
    },
  },
  {
    id: "whatsapp",
    label: "WhatsApp",
    group: "messaging",
    form: {
      required: ["businessNumber", "baseUrl"],
      properties: {
        apiKey: { type: "string", writeOnly: true },
        businessNumber: {
          type: "string",
          pattern: "^(?=.*\\d)[\\d\\s().+\\-]+$",
          examples: ["17875550100"],
        },
        baseUrl: { type: "string", format: "uri", examples: ["https://graph.facebook.com/v23.0"] },
      },
    },
  },
];

export const ApiKeysTab = () => {
  const { data: numbers } = useQuery(query(integrations.phoneNumbers));
  // Without a list to choose from, the number is typed.
  const offered = useMemo(
    () =>
      numbers && numbers.length > 0
        ? {
            fromNumber: numbers.map(({ phoneNumber, label }) => ({
              value: phoneNumber,
              label: label && label !== phoneNumber ? `${phoneNumber} · ${label}` : phoneNumber,
            })),
          }
        : {},
    [numbers],
  );
  return <AccountCards accounts={accounts} offered={offered} />;
};

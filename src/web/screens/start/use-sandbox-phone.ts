import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

/** What the sandbox phone shows; the simulator is no part of the API, so its answers have no contract. */
export type SandboxMessage = { id: string; kind: string; text: string; arrived: boolean; status: string };

const pollMs = 1000;

const requestPhone = async (path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`/sandbox/api/phone/conversations/${path}`, {
    credentials: "include",
    ...(body
      ? {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }
      : {}),
  });
  if (!response.ok) throw new Error(`The sandbox phone answered ${response.status}`);
  return response.json();
};

const isMessage = (entry: unknown): entry is SandboxMessage =>
  typeof entry === "object" &&
  entry !== null &&
  "kind" in entry &&
  entry.kind === "message" &&
  "text" in entry;

const readEntries = async (number: string): Promise<SandboxMessage[]> => {
  const conversation = await requestPhone(encodeURIComponent(number));
  const { entries } = Object(conversation) as { entries?: unknown };
  return Array.isArray(entries) ? entries.filter(isMessage) : [];
};

/** The messages at a number of the sandbox phone, asked again and again while it is shown. */
export const useSandboxPhone = (number: string) => {
  const client = useQueryClient();
  const queryKey = ["sandbox-phone", number];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => readEntries(number),
    refetchInterval: pollMs,
    retry: false,
  });
  const reply = useMutation({
    mutationFn: (text: string) =>
      requestPhone(`${encodeURIComponent(number)}/reply`, { channel: "sms", text }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  return { entries: data, isAway: error !== null && data === undefined, reply };
};

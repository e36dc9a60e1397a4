/** Above this a waiting time is late. */
const targetMs = 30 * 60_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type WaitingTime = {
  unit: "minutes" | "hours" | "days";
  days: number;
  hours: number;
  minutes: number;
  isLate: boolean;
};

/** How long a person has waited: minutes, then hours and minutes, then days and hours. */
export const waitingTime = (since: string, now: number): WaitingTime => {
  const ms = Math.max(0, now - Date.parse(since));
  const unit = ms < hourMs ? "minutes" : ms < dayMs ? "hours" : "days";
  return {
    unit,
    days: Math.floor(ms / dayMs),
    hours: Math.floor((unit === "days" ? ms % dayMs : ms) / hourMs),
    minutes: Math.floor((ms % hourMs) / minuteMs),
    isLate: ms > targetMs,
  };
};

export const maxSpreadHours = 72;

const hourMinutes = 60;

type Pace = {
  perMinute: number | null;
  /** Absent in what was stored before it could be chosen. */
  spreadHours?: number | null;
};

/** How many people may begin in a minute so that all of them have begun within the hours; null is no limit. */
export const paceOf = ({ perMinute, spreadHours }: Pace, people: number): number | null =>
  spreadHours == null ? perMinute : Math.max(1, Math.ceil(people / (spreadHours * hourMinutes)));

/** Minutes from the first to the last, without the look at the first part. */
export const minutesAtPace = (people: number, pace: number): number => Math.ceil(people / pace);

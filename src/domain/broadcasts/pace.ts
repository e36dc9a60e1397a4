export const maxSpreadHours = 72;

const hourMinutes = 60;

type Pace = {
  perMinute: number | null;
  /** Absent in what was stored before it could be chosen. */
  spreadHours?: number | null;
};

/** How many people begin in a minute, or which part of one, so that the last begins when the hours end; null is no limit. */
export const paceOf = ({ perMinute, spreadHours }: Pace, people: number): number | null =>
  spreadHours == null ? perMinute : Math.max(1, people) / (spreadHours * hourMinutes);

/** A fraction cannot be kept exactly. */
const tiny = 1e-6;

/** Minutes from the first to the last, without the look at the first part. */
export const minutesAtPace = (people: number, pace: number): number =>
  Math.max(0, Math.ceil(people / pace - tiny));

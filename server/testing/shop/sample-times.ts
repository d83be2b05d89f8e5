const dayMs = 86_400_000;

/** Noon of three days ago, in UTC: in a month that is stored, whenever the tests run. */
const start = Math.floor(Date.now() / dayMs - 3) * dayMs + dayMs / 2;

/** A time that many minutes after the first event of the samples. */
export const sampleTime = (minutes: number): Date => new Date(start + minutes * 60_000);

/** A time as Stripe gives it. */
export const sampleSeconds = (minutes: number): number => sampleTime(minutes).getTime() / 1000;

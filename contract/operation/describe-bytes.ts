const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size for people, as `1.2 GB`. */
export function describeBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}

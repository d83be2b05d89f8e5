import { formatCount } from '../../../figures/format.ts';

/** "45 s", "3 min 20 s", "1 h 5 min". */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return toParts(Math.floor(whole / 60), 'min', whole % 60, 's');
  return toParts(Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min');
}

const toParts = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  `${formatCount(large)} ${largeUnit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;

export const formatVisits = (visits: number) => `${formatCount(visits)} ${visits === 1 ? 'visit' : 'visits'}`;

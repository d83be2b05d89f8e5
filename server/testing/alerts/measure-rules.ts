import { type Firing, walkHistory } from '../../features/alerts/detection/rules/walk-history.ts';
import {
  drawIncidents,
  type GeneratedHistory,
  generateHistory,
  type Incident,
  type Site,
  warmUpDays,
} from './histories.ts';

/** How the rules do on histories whose incidents are known. */
export interface Measured {
  years: number;
  /** Findings on days without an incident. */
  falseAlarms: Map<string, number>;
  incidents: Map<Incident['kind'], FoundIncidents>;
}

export interface FoundIncidents {
  all: number;
  /** Found on the day or in the morning after it. */
  found: number;
  /** Hours from the beginning of the incident, of each that was found. */
  hours: number[];
}

/** So many years of a site, each with other incidents. */
export async function measureRules(site: Site, years: number, firstSeed = 1): Promise<Measured> {
  const measured: Measured = { years, falseAlarms: new Map(), incidents: new Map() };
  for (let seed = firstSeed; seed < firstSeed + years; seed += 1) {
    const history = generateHistory(site, seed * 101, drawIncidents(seed * 31));
    const firings = await walkHistory(history.days, { from: warmUpDays, noted: history.noted });
    addFirings(measured, history, firings);
  }
  return measured;
}

function addFirings(measured: Measured, history: GeneratedHistory, firings: readonly Firing[]): void {
  const found = new Map<Incident, number>();
  for (const firing of firings) {
    const incident = history.incidents.find((each) => isAbout(firing, each, history));
    if (!incident) {
      const { kind } = firing.found;
      measured.falseAlarms.set(kind, (measured.falseAlarms.get(kind) ?? 0) + 1);
    } else {
      const hours = toHours(firing, incident, history);
      found.set(incident, Math.min(hours, found.get(incident) ?? hours));
    }
  }
  for (const incident of history.incidents) {
    const counted = measured.incidents.get(incident.kind) ?? { all: 0, found: 0, hours: [] };
    const hours = found.get(incident);
    counted.all += 1;
    if (hours !== undefined) counted.hours.push(hours);
    if (hours !== undefined && hours <= nextMorningHours - incident.from) counted.found += 1;
    measured.incidents.set(incident.kind, counted);
  }
}

/** Days are examined an hour after their end. */
const examinedAfterHours = 25;
const nextMorningHours = 24 + 9;

function isAbout({ day, found }: Firing, { at }: Incident, { days }: GeneratedHistory): boolean {
  const own = days[at]?.day;
  // A silence of the day may be found on the next one. After missing visits, orders are missing as well.
  return day === own || ('gap' in found && (found.since.day === own || day === days[at + 1]?.day));
}

function toHours({ day, found }: Firing, { at, from }: Incident, { days }: GeneratedHistory): number {
  const later = day === days[at]?.day ? 0 : 24;
  if ('gap' in found) return later + found.hour + 1 - from;
  return (found.firstHour === null ? examinedAfterHours : found.firstHour + 2) - from;
}

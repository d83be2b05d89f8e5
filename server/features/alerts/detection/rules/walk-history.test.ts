import { expect, test } from 'vitest';
import { generateHistory, type Incident, sites, warmUpDays } from '../../../../testing/alerts/histories.ts';
import { measureRules } from '../../../../testing/alerts/measure-rules.ts';
import { toMedian } from './robust.ts';
import { walkHistory } from './walk-history.ts';

/** `ALERT_YEARS=5` measures every site, and prints the rows of the table in docs/alerts.md. */
const years = Number(process.env.ALERT_YEARS ?? 0);
const usual = ['Small shop, 80 a day', 'B2B, 150 on weekdays', 'Busy shop, 5,000 a day'];
const measuredSites = sites.filter(({ name }) => years > 0 || usual.includes(name));

test('there are at most two false alarms a year, and lost days are found the next morning', async () => {
  for (const site of measuredSites) {
    const measured = await measureRules(site, Math.max(1, years));
    const wrong = [...measured.falseAlarms.values()].reduce((sum, count) => sum + count, 0);
    expect(wrong, site.name).toBeLessThanOrEqual(2 * Math.max(1, years));
    const count = (kind: Incident['kind']) => measured.incidents.get(kind) ?? { all: 0, found: 0, hours: [] };
    if (years > 0) {
      const cells = (['tag-gone', 'half-day', 'half-lost', 'campaign'] as const).map((kind) => {
        const { all, found, hours } = count(kind);
        return `${found} of ${all}${found > 0 ? `, ${toMedian(hours)} h` : ''}`;
      });
      const kinds = [...measured.falseAlarms].map(([kind, each]) => `${kind} ${(each / years).toFixed(1)}`);
      process.stdout.write(
        `| ${[site.name, ...cells, (wrong / years).toFixed(1), kinds.join(', ')].join(' | ')} |\n`,
      );
    } else {
      expect(count('tag-gone').found, site.name).toBe(count('tag-gone').all);
      if (site.name !== 'B2B, 150 on weekdays') expect(count('half-day').found).toBe(count('half-day').all);
    }
  }
}, 600_000);

const [shop] = sites.filter(({ name }) => name === 'Seasonal shop, 600 a day');
if (!shop) throw new Error('the site is missing');
const at = warmUpDays + 20;
const inWeek = async (incident: Incident | undefined, noted = new Set<string>()) => {
  const { days } = generateHistory(shop, 5, incident ? [incident] : []);
  const week = days.slice(0, at + 8);
  const firings = await walkHistory(week, { from: at - 1, noted });
  return { firings, day: days[at]?.day ?? '' };
};

test('a lost day is a silence within hours, and no drop or lack of orders as well', async () => {
  const { firings, day } = await inWeek({ kind: 'tag-gone', at, from: 0, hours: 24 });
  const ofDay = firings.filter((each) => each.day === day).map(({ found }) => found.kind);
  expect(ofDay).toEqual(['silence']);
  expect(firings.map(({ found }) => found.kind)).toEqual(['silence']);
});

test('a spike is reported once for its hours and its day, and not for a day with a note', async () => {
  const { firings, day } = await inWeek({ kind: 'campaign', at, from: 0, hours: 24 });
  expect(firings.filter(({ found }) => found.kind === 'spike').map((each) => each.day)).toEqual([day]);
  const noted = await inWeek({ kind: 'campaign', at, from: 0, hours: 24 }, new Set([day]));
  expect(noted.firings).toEqual([]);
});

test('a new level is reported at most twice: its days are compared with, as the job does', async () => {
  const { days } = generateHistory(shop, 5, []);
  const history = days
    .slice(0, at + 120)
    .map((each, index) =>
      index < at ? each : { ...each, visits: toHalf(each.visits), visitors: half(each.visitors) },
    );
  const firings = await walkHistory(history, { from: at - 1, noted: new Set() });
  const drops = firings.filter(({ found }) => found.kind === 'drop');
  expect(drops[0]?.day).toBe(days[at]?.day);
  expect(drops.length).toBeLessThanOrEqual(2);
});

const half = (count: number) => Math.round(count / 2);
const toHalf = (counts: readonly number[]) => counts.map(half);

test('without an incident there is nothing', async () => {
  expect((await inWeek(undefined)).firings).toEqual([]);
});

test('rejected events and refunds of a silent day and of one with a note are found', async () => {
  const { days } = generateHistory(shop, 5, [{ kind: 'tag-gone', at, from: 0, hours: 24 }]);
  const lost = days[at]?.day ?? '';
  const history = days
    .slice(0, at + 1)
    .map((each) => (each.day === lost ? { ...each, rejected: 900, refunds: 12 } : each));
  for (const noted of [new Set<string>(), new Set([lost])]) {
    const firings = await walkHistory(history, { from: at - 1, noted });
    const kinds = firings.filter(({ day }) => day === lost).map(({ found }) => found.kind);
    expect(kinds).toEqual(expect.arrayContaining(['silence', 'refunds', 'rejected-events']));
    expect(kinds).not.toContain('drop');
    expect(kinds).not.toContain('revenue-drop');
  }
});

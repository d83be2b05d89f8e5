import type { ReportSection } from '../../../../../contract/reports/report-content.ts';
import { metricOf } from '../../../../../contract/stats/model/metrics.ts';
import type { WrittenSection } from '../../../agency/report-drawing/written-report.ts';
import type { ReportFormats } from './report-formats.ts';

type ChartSection = Extract<ReportSection, { kind: 'chart' }>;

interface ChartWords {
  formats: ReportFormats;
  period: string;
  compared: string;
  locale: string;
}

export function writeChart(
  { metric, days, ghost }: ChartSection,
  { formats, period, compared, locale }: ChartWords,
): Extract<WrittenSection, { kind: 'chart' }> {
  const isWeek = days.length <= 7;
  const hasGhost = ghost !== null && compared !== '';
  return {
    kind: 'chart',
    title: `${metricOf(metric).label} per day`,
    values: days.map(({ value }) => value),
    ghost: hasGhost ? ghost : null,
    days: days.map(({ day }) => ({
      label: formats.day(
        day,
        isWeek ? { weekday: 'short', day: 'numeric' } : { day: 'numeric', month: 'short' },
      ),
      isMajor: new Date(`${day}T00:00:00Z`).getUTCDay() === 1,
    })),
    summary: toSummary(days, formats),
    key: { line: period, ghost: hasGhost ? compared : '' },
    locale,
  };
}

function toSummary(days: ChartSection['days'], formats: ReportFormats): string {
  const sorted = [...days].sort((one, other) => one.value - other.value);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || highest.value === 0) return 'No visitors were recorded.';
  const toDay = (day: string) => formats.day(day, { weekday: 'short', day: 'numeric', month: 'short' });
  if (lowest.value === highest.value) return `${formats.count(highest.value)} on every day.`;
  return `Most on ${toDay(highest.day)} (${formats.count(highest.value)}), fewest on ${toDay(lowest.day)} (${formats.count(lowest.value)}).`;
}

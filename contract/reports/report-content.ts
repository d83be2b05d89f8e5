import type { NamedDimension } from '../stats/model/dimensions.ts';
import type { StatsMetric } from '../stats/model/metrics.ts';
import type { ReportComparison } from './report-template.ts';

export type ReportKind = 'weekly' | 'monthly';

/** A value of the period next to that of the compared one; null where it is missing. Money is in units of the currency. */
export interface ComparedValue {
  value: number | null;
  compared: number | null;
}

/** The value of a dimension that explains most of a change. */
export interface ChangeCause {
  dimension: NamedDimension;
  value: string;
  /** The metric of this value in the compared period, and in the period. */
  before: number;
  now: number;
}

export interface ReportFigure extends ComparedValue {
  metric: StatsMetric;
  /** Null without a comparison, without a change worth explaining, or without a single cause. */
  cause: ChangeCause | null;
}

interface ReportRow {
  /** The value as the statistics have it, such as `DE`; empty where it is not known. */
  value: string;
  visitors: number;
  compared: number | null;
  /** Share of all visitors of the period, in percent. */
  share: number;
}

export type ReportListName = 'sources' | 'campaigns' | 'pages' | 'countries' | 'devices';

export type ReportSection =
  | { kind: 'figures'; figures: ReportFigure[] }
  | {
      kind: 'chart';
      metric: 'visitors';
      /** One for each local day of the period, ascending. */
      days: { day: string; value: number }[];
      /** The values of the compared period, the first next to the first; null without a comparison. */
      ghost: (number | null)[] | null;
    }
  | { kind: ReportListName; rows: ReportRow[]; rowCount: number }
  | {
      kind: 'goals';
      goals: (ComparedValue & { name: string; rate: number | null })[];
      funnels: { name: string; steps: { label: string; visits: number; rateFromFirst: number | null }[] }[];
    }
  | {
      kind: 'orders';
      orders: ComparedValue;
      /** How many of the orders are verified. */
      verified: number | null;
      refunds: ComparedValue;
      /** Null without the right to see amounts. */
      money: { revenue: ComparedValue; refunded: ComparedValue; averageOrder: ComparedValue } | null;
    }
  | { kind: 'notes'; notes: { day: string; text: string }[] }
  | { kind: 'link' };

/** The content of a report for one set of rights, before it is written in a language and layout. */
export interface ReportContent {
  company: { id: string; name: string; timeZone: string; currency: string };
  kind: ReportKind;
  /** Local days, inclusive. */
  firstDay: string;
  lastDay: string;
  compare: ReportComparison;
  comparedFirstDay: string | null;
  comparedLastDay: string | null;
  /** With its placeholders, as those of `intro` and `closing`. */
  subject: string;
  intro: string;
  /** The agency's own words about this period; empty for none. */
  comment: string;
  closing: string;
  /** Whether any amount is in it. */
  hasMoney: boolean;
  /** Whether these are the events of the site or demo data. */
  source: 'tracked' | 'simulated';
  sections: ReportSection[];
}

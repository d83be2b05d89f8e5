import type { ReportListName } from '../../../../contract/reports/report-content.ts';

/** Lines of a paragraph. */
export type Paragraph = string[];

export interface WrittenChange {
  /** Such as "+12%", "new" or "up from 3.10%". */
  text: string;
  direction: 'up' | 'down' | 'none';
  isGood: boolean;
}

export interface WrittenFigure {
  label: string;
  value: string;
  change: WrittenChange | null;
  /** The value of the compared period; empty without one. */
  compared: string;
  /** The cause of most of the change; empty for no single cause. */
  cause: string;
}

export interface WrittenChart {
  title: string;
  values: number[];
  ghost: (number | null)[] | null;
  /** The label of each day, and whether a week or month begins with it. */
  days: { label: string; isMajor: boolean }[];
  /** A description for people who do not see the picture. */
  summary: string;
  /** The names of the line and its ghost, such as "October 2026" and "September 2026"; empty without a ghost. */
  key: { line: string; ghost: string };
  locale: string;
}

export interface WrittenRow {
  label: string;
  value: string;
  change: WrittenChange | null;
  share: string;
  /** The length of its bar, of 100. */
  bar: number;
}

export interface WrittenList {
  kind: 'list';
  name: ReportListName;
  title: string;
  /** The head of the column of labels. */
  column: string;
  rows: WrittenRow[];
  /** How many rows the list has, shown or not. */
  rowCount: number;
}

interface WrittenStep {
  label: string;
  value: string;
  rate: string;
  bar: number;
}

interface WrittenGoals {
  kind: 'goals';
  title: string;
  goals: (WrittenFigure & { rate: string })[];
  funnels: { name: string; steps: WrittenStep[] }[];
}

export type WrittenSection =
  | { kind: 'figures'; title: string; figures: WrittenFigure[] }
  | ({ kind: 'chart' } & WrittenChart)
  | WrittenList
  | WrittenGoals
  | { kind: 'orders'; title: string; figures: WrittenFigure[] }
  | { kind: 'notes'; title: string; notes: { day: string; text: string }[] }
  | { kind: 'link'; title: string; action: string };

/** A report in the language and number format of its reader, before it is laid out. Its texts are sanitized, but not escaped. */
export interface WrittenReport {
  subject: string;
  company: string;
  /** Such as "October 2026". */
  period: string;
  /** Such as "Monthly report". */
  label: string;
  /** Such as "Compared with September 2026"; empty without a comparison. */
  comparison: string;
  /** The head of the columns of changes, and of the comparison. */
  comparedLabel: string;
  /** The most important figures in one line. */
  preview: string;
  /** A warning that the figures are invented; empty if they come from a site. */
  warning: string;
  intro: Paragraph[];
  comment: Paragraph[];
  closing: Paragraph[];
  sections: WrittenSection[];
}

/** Written in place of a table without rows. */
export const nothingRecorded = 'Nothing was recorded in this period.';

import type { AlertFacts } from '../../../contract/alerts/alerts.ts';

/** Something unusual, as the detection found it. */
export interface AlertFinding {
  /** Null for the server. */
  companyId: string | null;
  /** Distinguishes findings of one kind, such as the id of a goal; empty if there is one alone. */
  subject: string;
  facts: AlertFacts;
  /** When it began, as far as it is known: the last event before a silence, the end of the day of a drop. */
  beganAt: Date;
  /** Whether it lasts until the detection reports its end. */
  lasts: boolean;
}

/** An alert that was lasting and is over. */
export interface AlertEnd {
  companyId: string | null;
  kind: AlertFacts['kind'];
  subject: string;
  endedAt: Date;
}

/** Where the detection reports to. Reporting the same again changes nothing. */
export interface AlertLog {
  record: (finding: AlertFinding) => Promise<void>;
  /** Ends an alert of this kind and subject that lasts; does nothing without one. */
  end: (end: AlertEnd) => Promise<void>;
}

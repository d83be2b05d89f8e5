import type { TrackingEventInput } from '../contract/tracking.ts';

export type EventType = TrackingEventInput['eventType'];
export type MetricName = NonNullable<TrackingEventInput['metricName']>;
export type Sale = Pick<
  Extract<TrackingEventInput, { eventType: 'order' }>['metadata'],
  'orderId' | 'amount' | 'currency'
>;

/** One event as it goes over the wire: the contract's words, each of them always there. */
export interface Beacon {
  id: string;
  companyId: string;
  eventType: EventType;
  metricName: MetricName;
  metricValue: number;
  metadata: Partial<Sale> &
    Record<'url' | 'referrer' | 'sessionId' | 'userAgent', string> & {
      /** As text (ISO 8601) on the wire and in the storage. */
      timestamp: Date | string;
    };
}

declare global {
  interface Window {
    northlight?: { q?: Sale[] | undefined; order: (sale: Sale) => void };
  }
  interface Document {
    prerendering?: boolean;
  }
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

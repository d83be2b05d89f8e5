import type { TrackingEventInput } from '../contract/tracking.ts';

export type EventType = TrackingEventInput['eventType'];
export type MetricName = NonNullable<TrackingEventInput['metricName']>;
type OrderReport = Pick<
  Extract<TrackingEventInput, { eventType: 'order' }>['metadata'],
  'orderId' | 'amount' | 'currency'
>;

/** One event as it is sent: the shape of contract/tracking.ts, with all optional fields set. */
interface OutgoingEvent {
  id: string;
  companyId: string;
  eventType: EventType;
  metricName: MetricName;
  metricValue: number;
  metadata: Partial<OrderReport> &
    Record<'url' | 'referrer' | 'sessionId' | 'userAgent', string> & {
      /** A Date becomes text (ISO 8601) when it is sent or stored. */
      timestamp: Date | string;
    };
}

// The names tracker.ts uses: type names influence the names that the minifier chooses, and changed bytes need a release.
export type { OrderReport as Sale, OutgoingEvent as Beacon };

declare global {
  interface Window {
    northlight?: { q?: OrderReport[] | undefined; order: (sale: OrderReport) => void };
  }
  interface Document {
    prerendering?: boolean;
  }
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

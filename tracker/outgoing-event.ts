import type { TrackingEventInput } from '../contract/tracking.ts';

export type EventType = TrackingEventInput['eventType'];
type Metadata<Kind extends EventType> = Extract<TrackingEventInput, { eventType: Kind }>['metadata'];

export type MetricName = TrackingEventInput['metricName'];

export type OrderReport = Pick<Metadata<'order'>, 'orderId' | 'amount' | 'currency'>;
export type EventCall = [name: string, properties?: Metadata<'event'>['properties']];
/** A report of the page: an order, or the arguments of `siteStats.event`. */
export type Call = OrderReport | EventCall;

/** The page of an event, and how the visitor came to it. */
export type PageFields = Pick<Metadata<'pageview'>, 'url' | 'hashPath'> & {
  [Name in 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'clickId']:
    | string
    | undefined;
} & { referrer: string };

/** The fields of an event that are not about its page or visitor. */
export type Content = Partial<
  OrderReport &
    Pick<Metadata<'event'>, 'name' | 'properties'> &
    Pick<Metadata<'engagement'>, 'engagedMs' | 'isLeaving'>
>;

/** One event as it is sent: the shape of contract/tracking.ts. */
export interface OutgoingEvent {
  id: string;
  companyId: string;
  eventType: EventType;
  metricName: MetricName;
  metricValue: number;
  metadata: Content &
    PageFields & {
      sessionId: string;
      visitorId: string | null;
      language: string;
      screen: number;
      userAgent: string;
      /** A Date becomes text (ISO 8601) when it is sent or stored. */
      timestamp: Date | string;
    };
}

/** The object of the stub, or of the script. */
export interface Api {
  /** The calls before the script ran; only a stub has them. */
  q?: Call[] | undefined;
  order: (report: OrderReport) => void;
  /** Absent in the stubs of snippets copied before 2.0.0. */
  event?: (...call: EventCall) => void;
  /**
   * The id of this browser and day, for an order that the shop's server reports. Null or undefined without one. Absent
   * in stubs, and in scripts before 2.1.0.
   */
  visitor?: () => string | null | undefined;
}

declare global {
  interface Window {
    siteStats?: Api;
  }
  interface Document {
    prerendering?: boolean;
  }
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

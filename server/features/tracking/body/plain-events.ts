import { clickIdKinds, screenClasses, type TrackingEvent } from '../../../../contract/tracking.ts';

// The schema in contract/tracking.ts decides what an event is. This file recognizes most valid events several times
// faster: page views, session and engagement events whose text is printable ASCII. Everything else is left to the
// schema, which also finds the errors. plain-events.test.ts compares both.

const companyUuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const eventUuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const address = /^https?:\/\/[^\s/?#]/;
const printable = /^[\x20-\x7e]*$/;
const visible = /^[\x21-\x7e]{1,100}$/;
const languageTag = /^[A-Za-z0-9-]{1,35}$/;

type Fields = Record<string, unknown>;
type Nullish<Value> = Value | null | undefined;
type EventOf<Kind extends TrackingEvent['eventType']> = Extract<TrackingEvent, { eventType: Kind }>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && printable.test(value);
const isNullishText = (value: unknown, max: number): value is Nullish<string> =>
  value === undefined || value === null || isText(value, max);
const isVisible = (value: unknown): value is string => typeof value === 'string' && visible.test(value);
const isLanguage = (value: unknown): value is Nullish<string> =>
  value === undefined || value === null || (typeof value === 'string' && languageTag.test(value));

function isOneOf<Value>(values: readonly Value[]) {
  const known = new Set<unknown>(values);
  return (value: unknown): value is Nullish<Value> =>
    value === undefined || value === null || known.has(value);
}
/** The fields that are recognized here. An event with others is left to the schema, which may know them. */
const visitFields: ReadonlySet<string> = new Set([
  ...['url', 'hashPath', 'referrer', 'sessionId', 'visitorId', 'language', 'screen', 'clickId'],
  ...['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'],
  // Sent by tracking scripts before 2.0.0, and ignored.
  ...['userAgent', 'timestamp'],
]);
const isScreen = isOneOf(screenClasses);
const isClickId = isOneOf(clickIdKinds);

type Head = Pick<EventOf<'engagement'>, 'companyId' | 'id' | 'metricValue'>;

/** The event with the fields of the schema alone, if it is one of those above. Undefined: ask the schema. */
export function toPlainEvent(json: unknown): TrackingEvent | undefined {
  if (!isObject(json) || !isObject(json.metadata)) return undefined;
  const { id, companyId, metricName, metricValue, metadata } = json;
  if (typeof companyId !== 'string' || !companyUuid.test(companyId)) return undefined;
  const head: Head = { companyId };
  if (id !== undefined) {
    if (typeof id !== 'string' || !eventUuid.test(id)) return undefined;
    head.id = id;
  }
  if (metricValue !== undefined) {
    if (typeof metricValue !== 'number' || !Number.isFinite(metricValue)) return undefined;
    head.metricValue = metricValue;
  }
  switch (json.eventType) {
    case 'pageview':
      return toPageview(head, metricName, metadata);
    case 'session':
      return toSession(head, metricName, metadata);
    case 'engagement':
      return toEngagement(head, metricName, metadata);
    default:
      return undefined;
  }
}

function toPageview(head: Head, metricName: unknown, fields: Fields): EventOf<'pageview'> | undefined {
  if (metricName !== undefined && metricName !== 'page_views') return undefined;
  const metadata = toVisitMetadata(fields);
  if (!metadata) return undefined;
  const { companyId, id, metricValue } = head;
  const event: EventOf<'pageview'> = { companyId, eventType: 'pageview', metadata };
  if (id !== undefined) event.id = id;
  if (metricValue !== undefined) event.metricValue = metricValue;
  if (metricName !== undefined) event.metricName = metricName;
  return event;
}

function toSession(head: Head, metricName: unknown, fields: Fields): EventOf<'session'> | undefined {
  if (metricName !== undefined && metricName !== 'users') return undefined;
  const metadata = toVisitMetadata(fields);
  if (metadata?.sessionId === undefined) return undefined;
  const { companyId, id, metricValue } = head;
  const event: EventOf<'session'> = {
    companyId,
    eventType: 'session',
    metadata: { ...metadata, sessionId: metadata.sessionId },
  };
  if (id !== undefined) event.id = id;
  if (metricValue !== undefined) event.metricValue = metricValue;
  if (metricName !== undefined) event.metricName = metricName;
  return event;
}

function toVisitMetadata(fields: Fields): EventOf<'pageview'>['metadata'] | undefined {
  const { url, hashPath, referrer, sessionId, visitorId, language, screen, clickId } = fields;
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = fields;
  for (const name in fields) if (!visitFields.has(name)) return undefined;
  if (!isText(url, 2048) || !address.test(url) || !isNullishText(referrer, 2048)) return undefined;
  if (!isNullishText(hashPath, 300) || !isLanguage(language) || !isScreen(screen)) return undefined;
  if (!isNullishText(utmSource, 200) || !isNullishText(utmMedium, 200)) return undefined;
  if (!isNullishText(utmCampaign, 200) || !isNullishText(utmTerm, 200)) return undefined;
  if (!isNullishText(utmContent, 200) || !isClickId(clickId)) return undefined;
  const metadata: EventOf<'pageview'>['metadata'] = { url };
  if (sessionId !== undefined) {
    if (!isVisible(sessionId)) return undefined;
    metadata.sessionId = sessionId;
  }
  if (visitorId !== undefined) {
    if (visitorId !== null && !isVisible(visitorId)) return undefined;
    metadata.visitorId = visitorId;
  }
  if (referrer !== undefined) metadata.referrer = referrer;
  if (hashPath !== undefined) metadata.hashPath = hashPath;
  if (language !== undefined) metadata.language = language;
  if (screen !== undefined) metadata.screen = screen;
  if (utmSource !== undefined) metadata.utmSource = utmSource;
  if (utmMedium !== undefined) metadata.utmMedium = utmMedium;
  if (utmCampaign !== undefined) metadata.utmCampaign = utmCampaign;
  if (utmTerm !== undefined) metadata.utmTerm = utmTerm;
  if (utmContent !== undefined) metadata.utmContent = utmContent;
  if (clickId !== undefined) metadata.clickId = clickId;
  return metadata;
}

function toEngagement(head: Head, metricName: unknown, fields: Fields): EventOf<'engagement'> | undefined {
  const { url, hashPath, sessionId, visitorId, engagedMs, isLeaving } = fields;
  if (metricName !== undefined && (typeof metricName !== 'string' || metricName.length > 40))
    return undefined;
  if (!isText(url, 2048) || !address.test(url) || !isNullishText(hashPath, 300)) return undefined;
  if (typeof engagedMs !== 'number' || !Number.isInteger(engagedMs)) return undefined;
  if (engagedMs < 0 || engagedMs > 86_400_000) return undefined;
  const metadata: EventOf<'engagement'>['metadata'] = { url, engagedMs };
  if (isLeaving !== undefined) {
    if (typeof isLeaving !== 'boolean') return undefined;
    metadata.isLeaving = isLeaving;
  }
  if (sessionId !== undefined) {
    if (!isVisible(sessionId)) return undefined;
    metadata.sessionId = sessionId;
  }
  if (visitorId !== undefined) {
    if (visitorId !== null && !isVisible(visitorId)) return undefined;
    metadata.visitorId = visitorId;
  }
  if (hashPath !== undefined) metadata.hashPath = hashPath;
  const { companyId, id, metricValue } = head;
  const event: EventOf<'engagement'> = { companyId, eventType: 'engagement', metadata };
  if (id !== undefined) event.id = id;
  if (metricValue !== undefined) event.metricValue = metricValue;
  if (metricName !== undefined) event.metricName = metricName;
  return event;
}

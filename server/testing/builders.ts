import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { verifyAccessResponse } from '../../contract/company/access.ts';
import type { Company } from '../../contract/company/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import type { TrackingEventInput } from '../../contract/tracking.ts';
import type { Db } from '../db/client.ts';
import { type CompanyInput, createCompany } from '../features/companies/companies.ts';
import type { EventRow } from '../features/tracking/event-batch.ts';
import { givenColumns } from '../features/tracking/event-columns.ts';
import { makeEventId } from '../features/tracking/event-rows.ts';
import { repeatWhileBusy } from './requests/repeat-while-busy.ts';
import { testAppSecret } from './test-app.ts';

export const publicOrigin = 'http://localhost:3000';
export const browserUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export async function aCompany(
  db: Db,
  given: Partial<CompanyInput> = {},
): Promise<{ company: Company; accessKey: string }> {
  return createCompany(db, testAppSecret, {
    name: 'Test Shop',
    domain: 'shop.test',
    allowDuplicate: true,
    ...given,
  });
}

/** The cookie header of a browser after it entered an access key, again while the server said that it is busy. */
export async function aViewerCookie(app: FastifyInstance, accessKey: string): Promise<string> {
  const enter = () =>
    app.inject({
      method: 'POST',
      url: apiPaths.verifyCompanyAccess,
      // Attempts are limited by address.
      remoteAddress: `fd00:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
      headers: { origin: publicOrigin },
      payload: { accessKey },
    });
  const answer = await repeatWhileBusy(enter);
  if (answer.statusCode !== 200) throw new Error(`the access key was refused: ${answer.body}`);
  verifyAccessResponse.parse(answer.json());
  const [cookie] = answer.cookies;
  return `${cookie?.name}=${cookie?.value}`;
}

/** An event id, which carries the time of the event. */
export function anEventId(at = new Date()): string {
  return makeEventId(at);
}

export function aPageview(
  companyId: string,
  given: { url?: string; referrer?: string; sessionId?: string } = {},
) {
  const { url = 'https://shop.test/', ...rest } = given;
  return {
    id: makeEventId(new Date()),
    companyId,
    eventType: 'pageview',
    metricName: 'page_views',
    metricValue: 1,
    metadata: { url, ...rest },
  } satisfies TrackingEventInput;
}

export function aSession(companyId: string, sessionId: string, url = 'https://shop.test/') {
  return {
    id: makeEventId(new Date()),
    companyId,
    eventType: 'session',
    metricName: 'users',
    metricValue: 1,
    metadata: { url, sessionId },
  } satisfies TrackingEventInput;
}

export function anOrder(companyId: string, orderId: string, amount: number) {
  return {
    id: makeEventId(new Date()),
    companyId,
    eventType: 'order',
    metadata: { orderId, amount },
  } satisfies TrackingEventInput;
}

/** A row of `events` as ingestion makes it. */
export function anEventRow(companyId: string, given: Partial<EventRow> = {}): EventRow {
  return {
    ...withoutValues(givenColumns),
    company_id: companyId,
    id: makeEventId(new Date()),
    kind: 'pageview',
    path: '/',
    referrer_host: '',
    browser: 'Other',
    os: 'Other',
    device: 'other',
    occurred_at: new Date().toISOString(),
    host: 'shop.test',
    referrer_path: '',
    source: 'Direct',
    channel: 'Direct',
    foreign_currency: undefined,
    reporter: 'page',
    ...given,
  };
}

const withoutValues = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>;

/** Sends events as the tracking script does. */
export function track(app: FastifyInstance, events: unknown, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    headers: { 'content-type': 'text/plain', 'user-agent': browserUserAgent, ...headers },
    payload: JSON.stringify(events),
  });
}

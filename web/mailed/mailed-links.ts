import type { z } from 'zod';
import { apiPaths } from '../../contract/paths.ts';
import type { OpenedReport } from '../../contract/reports/reports.ts';
import type { Subscription, subscriptionChange } from '../../contract/subscriptions.ts';
import { asAnswer, postJson, send } from '../api/client.ts';

/** @throws {ApiError} with the status 404 for a link that is not complete or too old. */
export const openReport = (token: string): Promise<OpenedReport> =>
  postJson(apiPaths.openReport, { token }, { parse: asAnswer<OpenedReport>() });

/** Saves the PDF of a report. The token is in the body: addresses are kept in histories and logs. */
export async function downloadReport(token: string): Promise<void> {
  const response = await send(apiPaths.openReportFile, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = readFileName(response.headers.get('content-disposition')) ?? 'report.pdf';
  link.click();
  // The browser has begun the download before the next task, and keeps the file itself.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

const readFileName = (disposition: string | null): string | undefined =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1];

/** @throws {ApiError} with the status 404 for a link that is not complete, or a recipient who was removed. */
export const findSubscription = (token: string): Promise<Subscription> =>
  postJson(apiPaths.subscription, { token }, { parse: asAnswer<Subscription>() });

export const changeSubscription = (change: z.input<typeof subscriptionChange>): Promise<Subscription> =>
  postJson(apiPaths.changeSubscription, change, { parse: asAnswer<Subscription>() });

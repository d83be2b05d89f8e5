import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import { type ReportTemplate, storedReportTemplate } from '../../../contract/reports/report-template.ts';
import {
  companyReports,
  type newReportRecipient,
  type Report,
  type ReportSettings,
  type ReportState,
  report,
  reportList,
  reportMailPreview,
  type reportRecipientChange,
  reportRecipients,
  reportSettings,
  reportsReleased,
  reportWithDeliveries,
} from '../../../contract/reports/reports.ts';
import {
  ApiError,
  getJson,
  patchJson,
  postJson,
  putJson,
  sendDelete,
  sendPost,
  withQuery,
} from '../../api/client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

/** The first part of the keys of everything about reports: each change reloads what is on the screen. */
const reportsKey = ['admin', 'reports'] as const;

/** Nothing reports that a mail was sent, or that its report was opened. */
const sendingMs = 5_000;
const openingsMs = 20_000;

/** The company and period of a report, as in its addresses. */
export type ReportId = Pick<Report, 'companyId' | 'period'>;

const isBeingSent = ({ state, mails, recipientCount }: Report) =>
  state === 'released' && (mails.waiting > 0 || (mails.sent + mails.failed === 0 && recipientCount > 0));

/** A report whose mails are older than this has no recipient any more, or the server has a problem that its jobs show. */
const watchedMs = 3_600_000;
const isWatched = (each: Report) =>
  isBeingSent(each) && each.releasedAt !== null && Date.now() - Date.parse(each.releasedAt) < watchedMs;

const canBeOpened = ({ mails }: Report) => mails.opened < mails.sent;

/** How often a page asks again for reports that it shows, in ms. */
function toRefetchMs(reports: readonly Report[]): number | false {
  if (reports.some(isWatched)) return sendingMs;
  return reports.some(canBeOpened) ? openingsMs : false;
}

/** The reports of all companies of the member in a state, newest period first. */
export const reportsQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      getJson(withQuery(apiPaths.reports, { state, cursor: pageParam }), { parse: reportList.parse, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      toRefetchMs(data?.pages.flatMap(({ reports }) => reports) ?? []),
  });

export const reportQuery = ({ companyId, period }: ReportId) =>
  queryOptions({
    queryKey: [...reportsKey, 'report', companyId, period],
    queryFn: ({ signal }) =>
      getJson(apiPaths.report(companyId, period), { parse: reportWithDeliveries.parse, signal }),
    refetchInterval: ({ state: { data } }) => toRefetchMs(data ? [data] : []),
  });

/** The mail of a report to a recipient or with all that it may contain; `now`: with today's template, also if it was sent. */
export const reportMailQuery = (
  { companyId, period }: ReportId,
  { recipientId, content }: { recipientId?: string; content?: 'now' },
) =>
  queryOptions({
    queryKey: [...reportsKey, 'mail', companyId, period, recipientId, content],
    queryFn: ({ signal }) =>
      getJson(withQuery(apiPaths.reportMail(companyId, period), { recipientId, content }), {
        parse: reportMailPreview.parse,
        signal,
      }),
  });

/** The address of the PDF, with the rights of a recipient. */
export const toReportFileUrl = ({ companyId, period }: ReportId, recipientId: string) =>
  withQuery(apiPaths.reportFile(companyId, period), { recipientId });

export const companyReportsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'company', companyId],
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.companyReports(companyId), { parse: companyReports.parse, signal })).reports,
  });

export const reportSettingsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'settings', companyId],
    queryFn: ({ signal }) =>
      getJson(apiPaths.reportSettings(companyId), { parse: reportSettings.parse, signal }),
  });

export const reportRecipientsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'recipients', companyId],
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.reportRecipients(companyId), { parse: reportRecipients.parse, signal }))
        .recipients,
  });

export const reportTemplateQuery = queryOptions({
  queryKey: [...reportsKey, 'template'],
  queryFn: ({ signal }) => getJson(apiPaths.reportTemplate, { parse: storedReportTemplate.parse, signal }),
});

/** Runs a change, and reloads what is shown of reports before it resolves. Also after a conflict, which the page then explains. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  const reload = async () => {
    // A first answer that is on its way may be older than the change, and would not be asked for again.
    await client.cancelQueries({ queryKey: reportsKey });
    await client.invalidateQueries({ queryKey: reportsKey });
  };
  return useMutation({
    mutationFn: async (input: Input) => {
      try {
        const result = await withRecentSignIn(() => change(input));
        await reload();
        return result;
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) await reload();
        throw error;
      }
    },
  });
}

/** Sends held reports. Those that are not held any more stay as they are and are not counted in the answer. */
export const useReleaseReports = () =>
  useChange(async (reports: readonly ReportId[]) => {
    const named = reports.map(({ companyId, period }) => ({ companyId, period }));
    return (await postJson(apiPaths.releaseReports, { reports: named }, { parse: reportsReleased.parse }))
      .released;
  });

export const useSetReportState = ({ companyId, period }: ReportId) =>
  useChange((state: 'held' | 'skipped') =>
    putJson(apiPaths.reportState(companyId, period), { state }, { parse: report.parse }),
  );

interface EnteredComment {
  comment: string;
  /** The version that was changed. */
  version: number;
}

export const useSaveComment = ({ companyId, period }: ReportId) =>
  useChange((entered: EnteredComment) =>
    putJson(apiPaths.reportComment(companyId, period), entered, { parse: report.parse }),
  );

/** Mails the report to the signed-in member alone. */
export const useSendTest = ({ companyId, period }: ReportId) =>
  useMutation({ mutationFn: () => withRecentSignIn(() => sendPost(apiPaths.reportTest(companyId, period))) });

export const useSendAgain = ({ companyId, period }: ReportId) =>
  useChange((deliveryId: string) => sendPost(apiPaths.reportResend(companyId, period), { deliveryId }));

export const useSetReportSettings = (companyId: string) =>
  useChange((settings: ReportSettings) =>
    putJson(apiPaths.reportSettings(companyId), settings, { parse: reportSettings.parse }),
  );

export const useAddRecipient = (companyId: string) =>
  useChange((entered: z.input<typeof newReportRecipient>) =>
    sendPost(apiPaths.reportRecipients(companyId), entered),
  );

export const useChangeRecipient = (companyId: string, recipientId: string) =>
  useChange((change: z.input<typeof reportRecipientChange>) =>
    patchJson(apiPaths.reportRecipient(companyId, recipientId), change, { parse: (body) => body }),
  );

export const useRemoveRecipient = (companyId: string, recipientId: string) =>
  useChange(() => sendDelete(apiPaths.reportRecipient(companyId, recipientId)));

/** Rejects with the status 409 if another version is in use by now. */
export const useSaveTemplate = () =>
  useChange((changed: { version: number; template: ReportTemplate }) =>
    putJson(apiPaths.reportTemplate, changed, { parse: storedReportTemplate.parse }),
  );

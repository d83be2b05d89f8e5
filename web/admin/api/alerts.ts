import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyAlertKind } from '../../../contract/alerts/alert-kinds.ts';
import {
  type AlertRecipientChange,
  type AlertSettings,
  alertBacktest,
  alertList,
  alertRecipient,
  alertRecipients,
  alertSettings,
  type NewAlertRecipient,
} from '../../../contract/alerts/alerts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, patchJson, postJson, putJson, sendDelete, withQuery } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';

/** The owner of recipients and webhooks: a company's id; null for all companies and the server. */
export type AlertOwner = string | null;

/** Alerts begin and end without a request of this page. */
const refetchInterval = 60_000;

/** Not below the topic of companies: every event changes that, and no alert begins with an event. */
const alertsKey = ['admin', 'alerts'] as const;

interface AlertFilter {
  state: 'lasting' | 'all';
  companyId: string | undefined;
}

/** Alerts, the newest first. */
export const alertsQuery = ({ state, companyId }: AlertFilter) =>
  infiniteQueryOptions({
    queryKey: [...alertsKey, 'list', state, companyId ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      getJson(withQuery(apiPaths.alerts, { state, companyId, after: pageParam }), {
        parse: alertList.parse,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval,
  });

const settingsKey = (companyId: string) => [...alertsKey, 'settings', companyId] as const;

export const alertSettingsQuery = (companyId: string) =>
  queryOptions({
    queryKey: settingsKey(companyId),
    queryFn: ({ signal }) =>
      getJson(apiPaths.alertSettings(companyId), { parse: alertSettings.parse, signal }),
  });

/**
 * Switches a kind on or off. The screen shows the change at once, and the stored settings again after a failure. Changes
 * run one after another, because each sends all kinds.
 */
export function useSwitchKind(companyId: string) {
  const client = useQueryClient();
  const queryKey = settingsKey(companyId);
  return useMutation({
    scope: { id: `alert-settings-${companyId}` },
    onMutate: async ({ kind, isOn }: { kind: CompanyAlertKind; isOn: boolean }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<AlertSettings>(queryKey, (before) => before && withKind(before, kind, isOn));
    },
    mutationFn: () =>
      putJson(apiPaths.alertSettings(companyId), client.getQueryData<AlertSettings>(queryKey), {
        parse: alertSettings.parse,
      }),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

function withKind({ kinds }: AlertSettings, kind: CompanyAlertKind, isOn: boolean): AlertSettings {
  const others = kinds.filter((each) => each !== kind);
  return { kinds: isOn ? [...others, kind] : others };
}

/** Rules over 90 days of statistics: slow, and the same for the rest of the day. */
export const alertBacktestQuery = (companyId: string) =>
  queryOptions({
    // Not below 'admin' either: it is slow, and a new connection of the page's stream changes nothing about it.
    queryKey: ['alert-backtest', companyId],
    queryFn: ({ signal }) =>
      getJson(apiPaths.alertBacktest(companyId), { parse: alertBacktest.parse, signal }),
    staleTime: 15 * 60_000,
  });

const recipientsKey = (owner: AlertOwner) => [...alertsKey, 'recipients', owner ?? 'agency'] as const;

export const alertRecipientsQuery = (owner: AlertOwner) =>
  queryOptions({
    queryKey: recipientsKey(owner),
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.alertRecipients(owner), { parse: alertRecipients.parse, signal })).recipients,
  });

/** Runs a change, and reloads the list before it resolves. */
function useRecipientChange<Input, Result>(owner: AlertOwner, change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await change(input);
      await client.invalidateQueries({ queryKey: recipientsKey(owner) });
      return result;
    },
  });
}

export function useAddAlertRecipient(owner: AlertOwner) {
  const [request] = useState(() => new IdempotentRequest());
  return useRecipientChange(owner, (entered: NewAlertRecipient) =>
    request.send(entered, (headers) =>
      postJson(apiPaths.alertRecipients(owner), entered, { parse: alertRecipient.parse, headers }),
    ),
  );
}

export function useChangeAlertRecipient(owner: AlertOwner, recipientId: string) {
  return useRecipientChange(owner, (change: AlertRecipientChange) =>
    patchJson(apiPaths.alertRecipient(owner, recipientId), change, { parse: alertRecipient.parse }),
  );
}

export function useRemoveAlertRecipient(owner: AlertOwner, recipientId: string) {
  return useRecipientChange(owner, () => sendDelete(apiPaths.alertRecipient(owner, recipientId)));
}

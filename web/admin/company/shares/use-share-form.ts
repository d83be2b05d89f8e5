import { useState } from 'react';
import type { Access } from '../../../../contract/company/accesses.ts';
import { sharePasswordLength } from '../../../../contract/company/shares.ts';
import { invalidEmbedHost, toEmbedHost } from '../../../../contract/rules/host-name.ts';
import {
  type StatsComparison,
  statsComparisons,
  statsPeriods,
} from '../../../../contract/stats/model/periods.ts';
import { toStatsQuery } from '../../../../contract/stats/view.ts';
import { required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { toDateIn, toEndOfDay } from '../access/expiry.ts';
import { readView } from './view-in-words.ts';

export interface EnteredShare {
  name: string;
  view: string;
  seesMoney: boolean;
  /** Undefined: it stays as it is. */
  password?: string | null;
  embedHosts: string[];
  expiresAt: string | null;
}

interface Options {
  /** The link to change; undefined for a new one. */
  share: Access | undefined;
  /** The query that a new link begins with. */
  view: string;
  timeZone: string;
  save: (entered: EnteredShare) => Promise<unknown>;
}

/** The period of the view itself, where it has two dates. */
export const ownDates = 'dates';

const toLines = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '');

/** The state of the form of a share link. */
export function useShareForm({ share, view: given, timeZone, save }: Options) {
  const first = readView(share?.share?.view ?? given);
  const firstDay = share?.expiresAt ? toDateIn(Date.parse(share.expiresAt), timeZone) : '';
  const today = toDateIn(Date.now(), timeZone);
  const [seesMoney, setSeesMoney] = useState(share?.rights.includes('money') ?? false);
  const [removesPassword, setRemovesPassword] = useState(false);
  const [filters, setFilters] = useState(first.filters);
  const hasPassword = share?.share?.hasPassword === true;

  const form = useForm({
    fields: {
      name: share?.name ?? '',
      period: 'period' in first.period ? first.period.period : ownDates,
      compare: first.compare as string,
      password: '',
      embedHosts: (share?.share?.embedHosts ?? []).join('\n'),
      lastDay: firstDay,
    },
    rules: {
      name: required('Please enter what the link is for'),
      password: Object.assign(
        (text: string) =>
          text !== '' && text.length < sharePasswordLength.min
            ? `Please enter at least ${sharePasswordLength.min} characters`
            : undefined,
        { clean: (text: string) => text },
      ),
      embedHosts: (text) =>
        toLines(text).some((line) => toEmbedHost(line) === undefined) ? invalidEmbedHost : undefined,
      lastDay: (day) =>
        day !== '' && day !== firstDay && day < today ? 'Please choose today or a later day' : undefined,
    },
    submit: async ({ name, period, compare, password, embedHosts, lastDay }) => {
      const named = statsPeriods.find((each) => each === period);
      const view = toStatsQuery({
        ...first,
        filters,
        period: named === undefined ? first.period : { period: named },
        compare: statsComparisons.find((each) => each === compare) ?? ('none' satisfies StatsComparison),
      }).toString();
      const expiresAt =
        lastDay === firstDay
          ? (share?.expiresAt ?? null)
          : lastDay === ''
            ? null
            : toEndOfDay(lastDay, timeZone);
      const entered = { name, view, seesMoney, embedHosts: toLines(embedHosts), expiresAt };
      if (removesPassword) await save({ ...entered, password: null });
      else await save(password === '' ? entered : { ...entered, password });
    },
  });

  return {
    ...form,
    ...{ today, first, filters, hasPassword, seesMoney, removesPassword, setSeesMoney, setRemovesPassword },
    removeFilter: (index: number) => setFilters(filters.filter((_, each) => each !== index)),
  };
}

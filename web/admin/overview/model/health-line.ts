import type { RejectionReason } from '../../../../contract/company/rejected-events.ts';
import { formatCount } from '../../../figures/format.ts';
import { type Listed, toLastEventAt, toState } from './overview-columns.ts';

export interface HealthLine {
  state: ReturnType<typeof toState>;
  label: string;
  /** Since when, or when the last event arrived. */
  time: { before: string; at: string } | null;
  detail: string;
  /** Where the next step is. */
  step: { label: string; to: string } | null;
}

const rejected: Record<RejectionReason, string> = {
  'origin-mismatch': 'from another host',
  'page-elsewhere': 'about pages of another site',
  bot: 'from bots',
  'spam-referrer': 'from spam referrers',
  'currency-mismatch': 'with an unknown currency',
  'order-amount-too-large': 'with too large an amount',
  'invalid-request': 'not valid',
  'altered-repeat': 'sent again with other contents',
  'properties-left-out': 'without their properties',
};

/** The state of a company's site as text, and what to do about it. */
export function toHealthLine(listed: Listed): HealthLine {
  const { company, figures } = listed;
  const row = figures?.row ?? null;
  const state = toState(listed);
  const lastEventAt = toLastEventAt(listed);
  const last = lastEventAt === null ? null : { before: 'last event', at: lastEventAt };
  const since = row?.health.since ?? null;
  const received = `/tracking-script/${company.id}/received`;
  const setup = row?.setup;
  const toSetup =
    setup && setup.done < setup.of
      ? { label: `Set up: ${setup.done} of ${setup.of}`, to: `/admin/companies/${company.id}/setup` }
      : null;

  switch (state) {
    case 'statistics-behind': {
      const at = company.statisticsBehind?.since ?? since;
      const reason = company.statisticsBehind?.reason;
      return {
        state,
        label: 'Statistics are behind',
        time: at === null ? null : { before: 'since', at },
        detail: reason ? `, because: ${reason}` : '',
        step: null,
      };
    }
    case 'never-installed':
      return {
        state,
        label: 'Not installed',
        time: null,
        detail: 'no event yet',
        step: toSetup ?? { label: 'Install the code', to: `/tracking-script/${company.id}` },
      };
    case 'silent':
      return {
        state,
        label: 'Silent',
        time: last,
        detail: '',
        step: { label: 'Find out why', to: received },
      };
    case 'events-refused': {
      const reasons = row?.health.rejections ?? [];
      const detail = reasons
        .map(({ reason, count }) => `${formatCount(count)} ${rejected[reason]}`)
        .join(', ');
      return {
        state,
        label: 'Events rejected',
        time: null,
        detail,
        step: { label: 'See what to do', to: received },
      };
    }
    case 'demo-data': {
      const at = company.demoDataSince ?? since;
      const time = at === null ? null : { before: 'since', at };
      return { state, label: 'Demo data', time, detail: '', step: toSetup };
    }
    case 'receiving':
      return { state, label: 'Receiving', time: last, detail: '', step: toSetup };
  }
}

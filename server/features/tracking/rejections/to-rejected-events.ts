import type { RejectedEvents } from '../../../../contract/company/rejected-events.ts';
import type { RejectionRow } from './rejections.queries.ts';

export const toRejectedEvents = ({ from_page, last_at, ...row }: RejectionRow): RejectedEvents => ({
  ...row,
  fromPage: from_page,
  lastAt: last_at.toISOString(),
});

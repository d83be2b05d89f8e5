import { toNamedId } from './deterministic-id.ts';

/** The ids of the two mails about an item, so that erasing it finds them. */
export function toMailIds(itemId: string): { notice: string; confirmation: string } {
  return { notice: toNamedId(`notice ${itemId}`), confirmation: toNamedId(`confirmation ${itemId}`) };
}

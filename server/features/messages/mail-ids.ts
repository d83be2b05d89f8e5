import { createHash } from 'node:crypto';

/** The ids of the two mails about an inbox item, so that deleting the item finds them. */
export function toMailIds(itemId: string): { notice: string; confirmation: string } {
  return {
    notice: toDeterministicId(`notice ${itemId}`),
    confirmation: toDeterministicId(`confirmation ${itemId}`),
  };
}

/** The same UUID for the same text (RFC 9562, version 8). */
function toDeterministicId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

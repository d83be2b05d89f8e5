import type { InboxItem } from '../../../contract/inbox.ts';

export const kindLabels = { message: 'Message', demo: 'Demo request' } as const satisfies Record<
  InboxItem['kind'],
  string
>;

export const sourceLabels = {
  home: 'the home page',
  contact: 'the contact page',
  'book-demo': 'the demo page',
} as const satisfies Record<InboxItem['source'], string>;

export const stateLabels = {
  unread: 'Unread',
  open: 'Open',
  handled: 'Handled',
  spam: 'Suspected spam',
} as const satisfies Record<InboxItem['state'], string>;

/** What it is about, in one line. */
export function toSubject({ kind, subject, interest, company }: InboxItem): string {
  if (kind === 'demo') return ['Demo request', interest, company].filter(Boolean).join(', ');
  return subject || (company ? `Message from ${company}` : 'Message');
}

const quotedMax = 1200;

/** Opens the reader's own mail program with the answer begun; the address is the only thing it trusts. */
export function toReplyUrl(item: InboxItem): string {
  const quoted = item.message.slice(0, quotedMax).replaceAll(/^/gm, '> ');
  const body = `Hello ${item.name},\n\n\n\n${item.message ? `You wrote:\n${quoted}` : ''}`;
  const address = encodeURIComponent(item.email).replaceAll('%40', '@');
  const query = `subject=${encodeURIComponent(`Re: ${toSubject(item)}`)}&body=${encodeURIComponent(body)}`;
  return `mailto:${address}?${query}`;
}

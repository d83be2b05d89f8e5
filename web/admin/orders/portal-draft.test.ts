import { expect, test } from 'vitest';
import { toPortalDraft } from './portal-draft.ts';

const draft = (customerEmail: string) => toPortalDraft({ customerEmail, currency: 'gbp' });

test('a customer with a domain of their own gets a portal named after it, in the currency they paid in', () => {
  expect(draft('jo@Harbour-pine.shop')).toEqual({
    name: 'Harbour Pine',
    domain: 'harbour-pine.shop',
    description: '',
    currency: 'GBP',
  });
});

test("a mail provider's domain is nobody's site", () => {
  expect(draft('jo.pine@gmail.com')).toMatchObject({ name: '', domain: '' });
});

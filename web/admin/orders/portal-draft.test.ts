import { expect, test } from 'vitest';
import { toPortalDraft } from './portal-draft.ts';

const draft = (customerEmail: string) => toPortalDraft({ customerEmail, currency: 'gbp' });

test("the draft uses the customer's own domain, its name and the currency of the purchase", () => {
  expect(draft('jo@Harbour-pine.shop')).toEqual({
    name: 'Harbour Pine',
    domain: 'harbour-pine.shop',
    description: '',
    currency: 'GBP',
  });
});

test('the domain of a mail provider is not used', () => {
  expect(draft('jo.pine@gmail.com')).toMatchObject({ name: '', domain: '' });
});

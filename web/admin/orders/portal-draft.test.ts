import { expect, test } from 'vitest';
import { toPortalDraft } from './portal-draft.ts';

const draft = (customerEmail: string) => toPortalDraft({ customerEmail, currency: 'gbp' });

test('a customer with a domain gets a portal with its name, in the currency of the purchase', () => {
  expect(draft('jo@Harbour-pine.shop')).toEqual({
    name: 'Harbour Pine',
    domain: 'harbour-pine.shop',
    description: '',
    currency: 'GBP',
  });
});

test('the domain of a mail provider is not used as a site', () => {
  expect(draft('jo.pine@gmail.com')).toMatchObject({ name: '', domain: '' });
});

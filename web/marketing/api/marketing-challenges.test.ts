// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { askForChallenges } from '../../testing/challenges.ts';
import { createCheckout } from './checkout.ts';
import { submitHomeMessage } from './forms.ts';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const email = 'ann@example.com';

test.each([
  [
    'a message',
    'POST /api/send-contact-email',
    () => submitHomeMessage({ name: 'Ann', email, message: 'Hello' }),
  ],
  [
    'a checkout',
    'POST /api/create-payment',
    () => createCheckout({ priceId: 'price_chatbots', customerEmail: email }),
  ],
])(
  '%s answered with a challenge is sent again with its solution and the same body',
  async (_what, address, send) => {
    const bodies = askForChallenges(api, address);
    await send();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  },
);

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { askForChallenges } from '../../testing/challenges.ts';
import { signUp } from './accounts.ts';
import { requestPasswordReset } from './password-reset.ts';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const email = 'ann@example.com';

test.each([
  [
    'a sign-up',
    'POST /api/auth/sign-up/email',
    () => signUp({ email, password: 'seven herons over wet slate' }),
  ],
  ['a password reset', 'POST /api/auth/request-password-reset', () => requestPasswordReset(email)],
])(
  '%s answered with a challenge is sent again with its solution and the same body',
  async (_what, address, send) => {
    const bodies = askForChallenges(api, address);
    await send();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  },
);

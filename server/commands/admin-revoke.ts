import { revokeAdmin } from '../features/accounts/admins/grant-admin.ts';
import { operator } from '../platform/audit.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const adminRevoke = defineCommand({
  usage: 'admin revoke EMAIL',
  does: "Takes an administrator's rights away, from the next request on.",
  options: ['email'],
  word: 'email',
  run: async (call) => {
    const email = call.need('email');
    await withCommandContext(call, async ({ db }) => {
      await revokeAdmin({ db }, operator, email);
      call.print(`${email} is no administrator any more.`);
    });
  },
});

import { revokeAdmin } from '../features/accounts/admins/grant-admin.ts';
import { operator } from '../platform/audit.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const adminRevoke = defineCommand({
  usage: 'admin revoke EMAIL',
  summary: "Revokes an administrator's rights, from their next request on.",
  options: ['email'],
  positional: 'email',
  run: async (call) => {
    const email = call.requireOption('email');
    await withCommandContext(call, async ({ db }) => {
      await revokeAdmin({ db }, operator, email);
      call.print(`${email} is no longer an administrator.`);
    });
  },
});

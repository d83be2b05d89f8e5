import { grantAdmin } from '../features/accounts/admins/grant-admin.ts';
import { operator } from '../platform/audit.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const adminGrant = defineCommand({
  usage: 'admin grant EMAIL',
  summary: 'Makes an account with a confirmed email address an administrator.',
  options: ['email'],
  positional: 'email',
  run: async (call) => {
    const email = call.requireOption('email');
    await withCommandContext(call, async ({ db }) => {
      await grantAdmin({ db, publicUrl: call.config.publicUrl }, operator, email);
      call.print(`${email} is now an administrator. All their sessions have ended: they must sign in again.`);
    });
  },
});

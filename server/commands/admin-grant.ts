import { grantAdmin } from '../features/accounts/admins/grant-admin.ts';
import { operator } from '../platform/audit.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const adminGrant = defineCommand({
  usage: 'admin grant EMAIL',
  does: 'Makes an administrator of an account whose address is confirmed.',
  options: ['email'],
  word: 'email',
  run: async (call) => {
    const email = call.need('email');
    await withCommandContext(call, async ({ db }) => {
      await grantAdmin({ db, publicUrl: call.config.publicUrl }, operator, email);
      call.print(`${email} is an administrator now. Browsers that were signed in have to sign in again.`);
    });
  },
});

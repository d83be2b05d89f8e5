import { listAdmins } from '../features/accounts/admins/grant-admin.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const adminList = defineCommand({
  usage: 'admin list',
  does: 'Lists the administrators, since when they are, and whether they have a second factor.',
  options: [],
  run: (call) =>
    withCommandContext(call, async ({ db }) => {
      const admins = await listAdmins({ db });
      if (admins.length === 0) call.print('There is no administrator yet.');
      for (const { email, since, hasTwoFactor } of admins) {
        const factor = hasTwoFactor ? 'with a second factor' : 'without a second factor';
        call.print(`${email}  since ${since.toISOString().slice(0, 10)}, ${factor}`);
      }
    }),
});

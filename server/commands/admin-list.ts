import { listAdmins } from '../features/accounts/admins/grant-admin.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const adminList = defineCommand({
  usage: 'admin list',
  summary:
    'Lists the administrators, with the date of the grant and whether two-factor authentication is on.',
  options: [],
  run: (call) =>
    withCommandContext(call, async ({ db }) => {
      const admins = await listAdmins({ db });
      if (admins.length === 0)
        call.print('There is no administrator yet. Add one with: npm run cli -- admin grant EMAIL');
      for (const { email, since, hasTwoFactor } of admins) {
        const twoFactor = `two-factor authentication ${hasTwoFactor ? 'on' : 'off'}`;
        call.print(`${email}  since ${since.toISOString().slice(0, 10)}, ${twoFactor}`);
      }
    }),
});

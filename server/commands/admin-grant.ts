import { grantAdmin } from '../features/accounts/admins/grant-admin.ts';
import { Agency } from '../features/agency/agency.ts';
import { toMailBrand } from '../features/agency/mail-brand.ts';
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
      const onError = (error: Error) => call.log(error.message);
      const agency = await Agency.open({ db, onError });
      try {
        const { publicUrl } = call.config;
        const mailBrand = () => toMailBrand({ ...agency.current, publicUrl });
        await grantAdmin({ db, publicUrl, mailBrand }, operator, email);
      } finally {
        agency.stop();
      }
      call.print(`${email} is now an administrator. All their sessions have ended: they must sign in again.`);
    });
  },
});

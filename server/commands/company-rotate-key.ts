import { replaceAccessKey } from '../features/access/access.ts';
import { requireCompany } from '../features/companies/companies.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const companyRotateKey = defineCommand({
  usage: 'company rotate-key --id ID',
  does: "Replaces a company's access key; the old one and its viewers' sessions end at once.",
  options: ['id'],
  run: async (call) => {
    const wanted = call.need('id');
    await withCommandContext(call, async ({ db, appSecret }) => {
      const { id, name } = await requireCompany(db, wanted);
      const { accessKey } = await replaceAccessKey(db, appSecret, id);
      call.print(`The new access key of ${name} is ${accessKey}`);
    });
  },
});

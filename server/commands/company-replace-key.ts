import { replaceAccessKey } from '../features/access/company-key.ts';
import { requireCompany } from '../features/companies/companies.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const companyReplaceKey = defineCommand({
  usage: 'company replace-key --id ID',
  summary:
    "Replaces a company's access key. The old key is revoked and the portals opened with it close immediately.",
  options: ['id'],
  run: async (call) => {
    const companyId = call.requireOption('id');
    await withCommandContext(call, async ({ db, appSecret }) => {
      const { id, name } = await requireCompany(db, companyId);
      const { accessKey } = await replaceAccessKey(db, appSecret, id);
      call.print(`The new access key of ${name} is ${accessKey}`);
    });
  },
});

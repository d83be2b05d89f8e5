import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';
import { seed } from './seed/seed.ts';

export const seedDemo = defineCommand({
  usage: 'seed',
  summary: 'Creates demo companies with two months of history and sends live demo traffic until stopped.',
  options: [],
  run: (call) =>
    withCommandContext(call, ({ db, ownerUrl, appSecret }) =>
      seed({ config: call.config, db, ownerUrl, appSecret, print: call.print }),
    ),
});

import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';
import { seed } from './seed/seed.ts';

export const seedDemo = defineCommand({
  usage: 'seed',
  summary: 'Creates demo companies with a month of history and sends live demo traffic until stopped.',
  options: [],
  run: (call) =>
    withCommandContext(call, ({ db, appSecret }) =>
      seed({ config: call.config, db, appSecret, print: call.print }),
    ),
});

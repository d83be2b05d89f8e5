import { defineCommand } from './command.ts';
import { atDesk } from './open-desk.ts';
import { seed } from './seed/seed.ts';

export const seedDemo = defineCommand({
  usage: 'seed',
  does: 'Creates a few companies with a month of history and sends live demo traffic until stopped.',
  options: [],
  run: (call) =>
    atDesk(call, ({ db, appSecret }) => seed({ config: call.config, db, appSecret, print: call.print })),
});

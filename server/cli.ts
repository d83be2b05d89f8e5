import { createInterface } from 'node:readline/promises';
import { adminGrant } from './commands/admin-grant.ts';
import { adminList } from './commands/admin-list.ts';
import { adminRevoke } from './commands/admin-revoke.ts';
import type { Command } from './commands/command.ts';
import { companyCreate } from './commands/company-create.ts';
import { companyList } from './commands/company-list.ts';
import { companyReplaceKey } from './commands/company-replace-key.ts';
import { companyShow } from './commands/company-show.ts';
import { dbBackup } from './commands/database/db-backup.ts';
import { dbDistribute } from './commands/database/db-distribute.ts';
import { dbMove } from './commands/database/db-move.ts';
import { dbRestore } from './commands/database/db-restore.ts';
import { dbVerify } from './commands/database/db-verify.ts';
import { seedDemo } from './commands/seed-demo.ts';
import { segmentsRebuild } from './commands/segments/segments-rebuild.ts';
import { segmentsStatus } from './commands/segments/segments-status.ts';
import { segmentsVerify } from './commands/segments/segments-verify.ts';
import { visitorErase } from './commands/visitor-erase.ts';
import { readConfig } from './config.ts';
import { productVersion } from './platform/version.ts';

/** Commands for the operator, by the words they are typed with. */
const commands: Record<string, Command> = {
  'company create': companyCreate,
  'company list': companyList,
  'company show': companyShow,
  'company replace-key': companyReplaceKey,
  'admin grant': adminGrant,
  'admin revoke': adminRevoke,
  'admin list': adminList,
  'segments status': segmentsStatus,
  'segments verify': segmentsVerify,
  'segments rebuild': segmentsRebuild,
  'visitor erase': visitorErase,
  seed: seedDemo,
  'db move': dbMove,
  'db backup': dbBackup,
  'db verify': dbVerify,
  'db restore': dbRestore,
  'db distribute': dbDistribute,
};

/** Names of earlier releases, which operators' scripts may still use. Not listed. */
const formerCommands: Record<string, Command> = { 'company rotate-key': companyReplaceKey };

async function run(args: string[]): Promise<void> {
  // Before the settings are read: it must also answer where one of them is wrong.
  if (args[0] === '--version') {
    console.log(productVersion);
    return;
  }
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const known = { ...commands, ...formerCommands };
  const name = Object.keys(known).find((each) => `${words.join(' ')} `.startsWith(`${each} `));
  const command = name === undefined ? undefined : known[name];
  if (name === undefined || !command) {
    console.log(describeCommands());
    process.exitCode = words.length === 0 ? 0 : 2;
    return;
  }
  await command.run(args.slice(name.split(' ').length), {
    config: readConfig(process.env, process.cwd()),
    print: (line) => console.log(line),
    log: (line) => console.error(line),
    ask: process.stdin.isTTY ? askOnTerminal : undefined,
  });
}

async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function describeCommands(): string {
  return [
    'Usage: npm run cli -- <command>',
    '',
    '  --version',
    '      Prints the version.',
    ...Object.values(commands).flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    'Commands work with and without a running server, unless their description requires a stopped one.',
  ].join('\n');
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

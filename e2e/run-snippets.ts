import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** Whether a program can be started. */
export const hasProgram = (name: string): Promise<boolean> =>
  run(name, ['--version']).then(
    () => true,
    () => false,
  );

export interface ServerCode {
  order: string;
  refund: string;
}

/** How the copied code of each language is completed to a program that reports one order, and refunds 10 of it. */
const programs: Record<string, (code: ServerCode) => { command: string; file: string; text: string }> = {
  curl: ({ order, refund }) => ({ command: 'sh', file: 'report.sh', text: `set -e\n${order}\n${refund}\n` }),
  node: ({ order, refund }) => ({
    command: process.execPath,
    file: 'report.mjs',
    text: `${order}\n\n${refund}\n
await reportOrder({ id: 'node/1', total: 59.9, createdAt: new Date(), visitor: '' });
await reportRefund('node/1', 'R-1', '10.00');
`,
  }),
  php: ({ order, refund }) => ({
    command: 'php',
    file: 'report.php',
    text: `<?php\n${order}\n\n${refund}\n
report_order(['id' => 'php/1', 'total' => '59.90', 'time' => time()]);
report_refund('php/1', 'R-1', '10.00');
`,
  }),
  python: ({ order, refund }) => ({
    command: 'python3',
    file: 'report.py',
    text: `${order}\n\n\n${refund}\n
from datetime import datetime
report_order({"id": "python/1", "total": 59.9, "created_at": datetime.now(timezone.utc)})
report_refund("python/1", "R-1", 10)
`,
  }),
};

/** Runs copied code as the shop's server would. Rejects with its output when it fails. */
export async function runServerCode(language: string, code: ServerCode, token: string): Promise<void> {
  const program = programs[language]?.(code);
  if (!program) throw new Error(`there is no program for ${language}`);
  const folder = await mkdtemp(join(tmpdir(), 'northlight-snippet-'));
  try {
    const file = join(folder, program.file);
    await writeFile(file, program.text);
    await run(program.command, [file], { env: { ...process.env, PORTAL_TOKEN: token } });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The head and body that a WordPress site with WooCommerce has when it runs copied code after an order. */
export async function renderWooCommerce(code: string): Promise<{ head: string; thanks: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'northlight-snippet-'));
  try {
    const file = join(folder, 'site.php');
    await writeFile(
      file,
      wordPress.replace('CODE', () => code),
    );
    const render = async (hook: string) => (await run('php', [file, hook])).stdout;
    return { head: await render('wp_head'), thanks: await render('woocommerce_thankyou') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The functions of WordPress and WooCommerce that the code calls. */
const wordPress = `<?php
function add_action($hook, $action) { global $argv; if ($argv[1] === $hook) $action(17); }
function wp_json_encode($value, $flags) { return json_encode($value, $flags); }
function wc_get_order($id) {
  return new class {
    function has_status($statuses) { return in_array('processing', $statuses); }
    function get_order_number() { return 'woo-</script>17'; }
    function get_total() { return '40.00'; }
    function get_currency() { return 'USD'; }
  };
}
CODE
`;

/** Builds JSX as the tools of a React site do. `modules` are the files that it imports. */
export async function bundleJsx(main: string, modules: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(process.cwd(), '.cache', 'snippet-'));
  try {
    for (const [name, text] of Object.entries({ ...modules, 'main.jsx': main }))
      await writeFile(join(folder, name), text);
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.jsx')],
      bundle: true,
      write: false,
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'silent',
    });
    return outputFiles[0]?.text ?? '';
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { untoldProxyAdvice } from '../platform/http/undeclared-proxy.ts';
import type { Secrets } from '../secrets.ts';

interface Started {
  config: Config;
  secrets: Secrets;
  database: OpenDatabase;
  /** Process ids; empty where one process does everything. */
  workers: number[];
}

/** Tells whoever started the server where everything is. */
export function announce({ config, secrets, database, workers }: Started): void {
  if (!process.stdout.isTTY && config.logLevel === 'silent') return;
  const lines = [
    '',
    `  Northlight is at   ${config.publicUrl}`,
    `  Data               ${database.isEmbedded ? config.dataDir : 'on the server DATABASE_URL names'}`,
    `  Mails              ${config.mail.smtpUrl ? 'sent by the server SMTP_URL names' : join(config.dataDir, 'mail')}`,
    `  Payments           ${config.stripe.secretKey ? 'Stripe' : 'test mode: no money moves'}`,
  ];
  if (workers.length > 0)
    lines.push(`  Workers            ${workers.length} (processes ${workers.join(', ')})`);
  if (config.publicUrl.startsWith('https:') && config.trustProxy === false)
    lines.push('', `  PUBLIC_URL is https and TRUST_PROXY is not set. ${untoldProxyAdvice}`, '');
  if (secrets.adminAccessKeyIsNew)
    lines.push(
      `  Admin access key   ${secrets.adminAccessKey} (shown only now; kept in ${join(config.dataDir, 'secrets')})`,
    );
  lines.push(
    '',
    `  Administrators     sign up at ${config.publicUrl}/auth, then enter the admin access key at /grant-admin`,
    '  Without a browser  npm run cli -- company create --name "Shop" --domain shop.example',
    '',
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

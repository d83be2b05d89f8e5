import { join } from 'node:path';
import { type AssembledServer, assembleServer } from './assemble.ts';
import { type Config, readConfig } from './config.ts';
import { type OpenDatabase, startDatabase } from './db/open-database.ts';
import { findFolders } from './folders.ts';
import { createLogger } from './platform/log.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/** Longest an orderly end may take before the process leaves anyway. */
const shutdownMaxMs = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const logger = createLogger(config.logLevel);
  const secrets = loadSecrets(config);
  let database: OpenDatabase | undefined;
  let server: AssembledServer | undefined;

  let ending: Promise<void> | undefined;
  const end = (exitCode: number) => {
    ending ??= (async () => {
      setTimeout(() => process.exit(1), shutdownMaxMs).unref();
      await server?.close().catch((err) => logger.error({ err }, 'closing failed'));
      await database?.stop().catch((err) => logger.error({ err }, 'stopping the database failed'));
      process.exit(exitCode);
    })();
    return ending;
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'unexpected error');
    void end(1);
  });

  try {
    database = await startDatabase(config, (line) => logger.info(line));
    server = await assembleServer({
      config,
      appSecret: secrets.appSecret,
      databaseUrl: database.url,
      folders: findFolders(),
      logger,
    });
    await server.app.listen({ port: config.port, host: config.host });
    if (process.stdout.isTTY || config.logLevel !== 'silent') announce(config, secrets, database);
  } catch (error) {
    logger.fatal({ err: error }, 'the start failed');
    await end(1);
  }
}

function announce(config: Config, secrets: Secrets, database: OpenDatabase): void {
  const lines = [
    '',
    `  Northlight is at   ${config.publicUrl}`,
    `  Data               ${database.isEmbedded ? config.dataDir : 'on the server DATABASE_URL names'}`,
    `  Mails              ${config.mail.smtpUrl ? 'sent by the server SMTP_URL names' : join(config.dataDir, 'mail')}`,
    `  Payments           ${config.stripe.secretKey ? 'Stripe' : 'test mode: no money moves'}`,
  ];
  if (secrets.adminAccessKeyIsNew)
    lines.push(
      `  Admin access key   ${secrets.adminAccessKey} (shown only now; kept in ${join(config.dataDir, 'secrets')})`,
    );
  lines.push(
    '',
    '  Create a company:  npm run cli -- company create --name "Shop" --domain shop.example',
    '',
  );
  console.log(lines.join('\n'));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

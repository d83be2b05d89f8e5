import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

/** The Caddy of `npm test`, or an installed one. Undefined: its tests are skipped. */
export const caddyPath = [
  process.env.CADDY_PATH,
  join(root, '.cache', 'caddy', 'usr', 'bin', 'caddy'),
  '/usr/bin/caddy',
].find((path) => path !== undefined && existsSync(path));

export interface TestCaddy {
  /** Opens a URL of a host over https with the certificate that Caddy has for it. */
  open: (
    host: string,
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<CaddyAnswer>;
  /** Opens a URL of a host without https. */
  openPlain: (host: string, path: string) => Promise<CaddyAnswer>;
  close: () => Promise<void>;
}

export interface CaddyAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  /** The names in the certificate; empty without https. */
  certificate: string;
}

/** Ports that are free now, each another one. */
async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Starts Caddy with `deploy/Caddyfile` in front of a server at `port`, with its internal issuer in place of a public one.
 * Only the ports, the issuer and the folder of certificates differ from an installation.
 */
export async function startCaddy(port: number, site: string): Promise<TestCaddy> {
  if (caddyPath === undefined) throw new Error('there is no Caddy');
  const folder = mkdtempSync(join(tmpdir(), 'caddy-test-'));
  const [http = 0, https = 0] = await findPorts(2);
  const file = join(folder, 'Caddyfile');
  const options = [
    ...['admin off', 'local_certs', 'skip_install_trust', 'grace_period 1s'],
    ...[`http_port ${http}`, `https_port ${https}`, `storage file_system ${folder}/data`],
  ];
  const given = readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8');
  writeFileSync(file, given.replace(/^\{\n/m, `{\n\t${options.join('\n\t')}\n`));
  const child = spawn(caddyPath, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      ...{ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, SITE: site },
      ...{ UPSTREAM: `127.0.0.1:${port}`, TLS_ASK: `http://127.0.0.1:${port}/api/tls/allowed` },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = (output + chunk).slice(-10_000);
  });
  const authority = join(folder, 'data', 'pki', 'authorities', 'local', 'root.crt');
  const caddy: TestCaddy = {
    open: (host, path, sent) => openSecure({ host, path, port: https, ca: readFileSync(authority) }, sent),
    openPlain: (host, path) => openPlain({ host, path, port: http }),
    close: async () => {
      await stop(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await vi
    .waitFor(
      async () => {
        const { status } = await caddy.open(site, '/readyz');
        if (status !== 200) throw new Error(`Caddy answered ${status}`);
      },
      { timeout: 30_000, interval: 100 },
    )
    .catch(async (cause: unknown) => {
      await caddy.close();
      throw new Error(`Caddy did not start: ${output}`, { cause });
    });
  return caddy;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

interface Target {
  host: string;
  path: string;
  port: number;
}

function openSecure(
  { host, path, port, ca }: Target & { ca: Buffer },
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<CaddyAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      // A new connection each time: one that is open would need no certificate.
      {
        host: '127.0.0.1',
        servername: host,
        port,
        path,
        method,
        ca,
        agent: false,
        headers: { host, ...headers },
      },
      (answer) => {
        const { socket } = answer;
        const certificate = 'getPeerCertificate' in socket ? toNames(socket) : '';
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text, certificate }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const toNames = (socket: object): string =>
  'getPeerCertificate' in socket && typeof socket.getPeerCertificate === 'function'
    ? String(socket.getPeerCertificate().subjectaltname)
    : '';

function openPlain({ host, path, port }: Target): Promise<CaddyAnswer> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp({ host: '127.0.0.1', port, path, agent: false, headers: { host } }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '', certificate: '' }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

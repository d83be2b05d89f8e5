import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endChild, makeTemporaryFolder, onCleanup, root } from '../child-processes.ts';

export type Protocol = 'h1' | 'h2';

export interface ProxyOptions {
  protocol: Protocol;
  /** Where it listens, with TLS. */
  port: number;
  /** Where it redirects plain requests from. */
  plainPort: number;
  upstreamPort: number;
}

interface Proxy {
  name: string;
  /** Why it cannot run on this machine; undefined if it can. */
  missing: () => string | undefined;
  start: (options: ProxyOptions) => Promise<{ stop: () => Promise<void> }>;
}

/** The proxies of deploy/, with their files as they are except for ports, certificate and protocol. */
export const proxies: Proxy[] = [
  {
    name: 'nginx',
    missing: () =>
      isInstalled('nginx', '-v')
        ? isInstalled('openssl', 'version')
          ? undefined
          : 'openssl is not installed'
        : 'nginx is not installed',
    start: startNginx,
  },
  {
    name: 'Caddy',
    missing: () => (isInstalled('caddy', 'version') ? undefined : 'caddy is not installed'),
    start: startCaddy,
  },
];

function isInstalled(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function startNginx({ protocol, port, plainPort, upstreamPort }: ProxyOptions) {
  const folder = makeTemporaryFolder();
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      ...files,
      ...subject,
    ],
    {
      stdio: 'ignore',
    },
  );
  const site = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl${protocol === 'h2' ? ' http2' : ''};`)
    .replaceAll('agency.example;', '127.0.0.1;')
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstreamPort}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    // The server accepts its own host name with the port of the slow line.
    .replaceAll('Host $host;', 'Host $http_host;');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name));
    return `${name}_temp_path ${join(folder, name)};`;
  });
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  return startProgram('nginx', ['-p', folder, '-c', file], port, {});
}

async function startCaddy({ protocol, port, plainPort, upstreamPort }: ProxyOptions) {
  const folder = makeTemporaryFolder();
  const file = join(folder, 'Caddyfile');
  const protocols = protocol === 'h2' ? 'h1 h2' : 'h1';
  const options = `{\n\thttp_port ${plainPort}\n\tadmin off\n\tskip_install_trust\n\tservers {\n\t\tprotocols ${protocols}\n\t}\n}\n`;
  writeFileSync(file, options + readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8'));
  return startProgram('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, {
    SITE: `https://127.0.0.1:${port}`,
    UPSTREAM: `127.0.0.1:${upstreamPort}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  });
}

async function startProgram(program: string, args: string[], port: number, env: Record<string, string>) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-5_000);
  });
  const stop = () => endChild(child, 'SIGTERM');
  onCleanup(stop);
  const deadline = Date.now() + 30_000;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} did not start:\n${output}`);
    await delay(50);
  }
  return { stop };
}

async function isListening(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { unavailable } from '../../platform/errors.ts';

// OWASP password storage: scrypt with N=2^15, r=8, p=3. The parameters stand in the hash, so that
// they can grow without locking anybody out.
const current = { logN: 15, r: 8, p: 3 };
const keyBytes = 64;

/** Hashing holds 32 MB and a thread of the runtime's four, which files and names need as well. */
const atOnceMax = 2;
const waitingMax = 40;
let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, current);
  const { logN, r, p } = current;
  return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether the password is the hashed one. Takes as long for a wrong one. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [name, logN, r, p, salt, key] = hash.split('$');
  if (name !== 'scrypt' || salt === undefined || key === undefined) throw new Error('not a password hash');
  const wanted = Buffer.from(key, 'base64url');
  const parameters = { logN: Number(logN), r: Number(r), p: Number(p) };
  return timingSafeEqual(wanted, await derive(password, Buffer.from(salt, 'base64url'), parameters));
}

async function derive(password: string, salt: Buffer, { logN, r, p }: typeof current): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  await takeTurn();
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function takeTurn(): Promise<void> {
  if (running < atOnceMax) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingMax) throw unavailable();
  await new Promise<void>((resolve) => waiting.push(resolve));
}

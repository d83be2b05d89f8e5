import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';

// OWASP password storage: scrypt with N=2^15, r=8, p=3. A hash contains its parameters, so they can grow without
// invalidating stored passwords.
export const currentHashCost = { logN: 15, r: 8, p: 3 };
const keyBytes = 64;
export const saltBytes = 16;

export type HashCost = typeof currentHashCost;

/** The same password and recipe always produce the same hash. */
export interface HashRecipe {
  salt: Buffer;
  cost: HashCost;
}

/** Slow by design: requests must use the HashQueue. */
export async function hashPassword(
  password: string,
  { salt, cost }: HashRecipe = { salt: randomBytes(saltBytes), cost: currentHashCost },
): Promise<string> {
  const key = await derive(password, salt, cost);
  const { logN, r, p } = cost;
  return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export function readHashRecipe(hash: string): HashRecipe {
  const [name, logN, r, p, salt, key] = hash.split('$');
  if (name !== 'scrypt' || salt === undefined || key === undefined) throw new Error('not a password hash');
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  return { salt: Buffer.from(salt, 'base64url'), cost };
}

function derive(password: string, salt: Buffer, { logN, r, p }: HashCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sessionCookieName } from '../../server/features/sessions/auth-library.ts';
import { deriveKey } from '../../server/platform/keys.ts';
import { appSecret, type Northlight } from '../northlight.ts';

/** The cookie header of a new owner, stored and signed as the server does: a sign-in would need a mail. */
export async function createOwnerCookie({
  client,
  port,
}: Pick<Northlight, 'client' | 'port'>): Promise<string> {
  const userId = randomUUID();
  const token = randomBytes(32).toString('base64url');
  await client.query(`INSERT INTO "user" (id, name, email, email_verified) VALUES ($1, 'Bench', $2, true)`, [
    userId,
    `${userId}@bench.test`,
  ]);
  await client.query(`INSERT INTO user_roles (user_id, role, companies) VALUES ($1, 'admin', NULL)`, [
    userId,
  ]);
  await client.query(
    `INSERT INTO session (id, token, user_id, signed_in_at, expires_at)
     VALUES ($1, $2, $3, now(), now() + interval '1 day')`,
    [randomUUID(), createHash('sha256').update(token).digest('hex'), userId],
  );
  const secret = deriveKey(appSecret, 'accounts').toString('base64url');
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const name = sessionCookieName(`http://127.0.0.1:${port}`);
  return `${name}=${encodeURIComponent(`${token}.${signature}`)}`;
}

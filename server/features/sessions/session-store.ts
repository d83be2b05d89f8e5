import { createHash } from 'node:crypto';
import type { drizzleAdapter } from 'better-auth/adapters/drizzle';

type OpenAdapter = ReturnType<typeof drizzleAdapter>;
type Adapter = ReturnType<OpenAdapter>;
interface NewRow<Row> {
  model: string;
  data: Omit<Row, 'id'>;
  select?: string[] | undefined;
  forceAllowId?: boolean | undefined;
}
type Where = NonNullable<Parameters<Adapter['findMany']>[0]['where']>;

/** A session ends this long after its sign-in, however often it is renewed. */
const sessionDaysMax = 30;

/** Sessions with an earlier sign-in have ended. */
export function toOldestSignIn(now: Date): Date {
  return new Date(now.getTime() - sessionDaysMax * 86_400_000);
}

/**
 * The hash of a session token that the database stores, so that no cookie can be made from the database or a backup. A
 * token is 256 random bits and cannot be guessed, so a fast hash without a salt is enough.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The library's database adapter with hashed session tokens. The library works with plain tokens: they are hashed in
 * queries and put back into the rows. Sessions older than the maximum are not found.
 */
export function withHashedTokens(open: OpenAdapter): OpenAdapter {
  return (options) => {
    const inner = open(options);
    const adapter: Adapter = {
      ...inner,
      create: async <T extends Record<string, unknown>, R = T>(call: NewRow<T>): Promise<R> => {
        if (call.model !== 'session') return inner.create<T, R>(call);
        const token = 'token' in call.data ? call.data.token : undefined;
        if (typeof token !== 'string') throw new Error('a new session has no token');
        const data = { ...call.data, token: hashToken(token) };
        return withToken(await inner.create<T, R>({ ...call, data }), token);
      },
      findOne: async <T>(call: Parameters<Adapter['findOne']>[0]) => {
        if (call.model !== 'session') return inner.findOne<T>(call);
        const found = await inner.findOne<T>({ ...call, where: toStored(call.where) });
        return hasEnded(found) ? null : withToken(found, toToken(call.where));
      },
      findMany: (call) => inner.findMany(call.model === 'session' ? toStoredCall(call) : call),
      count: (call) => inner.count(call.model === 'session' ? toStoredCall(call) : call),
      update: async <T>(call: Parameters<Adapter['update']>[0]) => {
        if (call.model !== 'session') return inner.update<T>(call);
        const updated = await inner.update<T>({ ...call, where: toStored(call.where) });
        return withToken(updated, toToken(call.where));
      },
      updateMany: (call) => inner.updateMany(call.model === 'session' ? withStoredWhere(call) : call),
      delete: (call) => inner.delete(call.model === 'session' ? withStoredWhere(call) : call),
      deleteMany: (call) => inner.deleteMany(call.model === 'session' ? withStoredWhere(call) : call),
      // Our code opens the transaction around the calls; the library's would bypass this adapter.
      transaction: (work) => work(adapter),
    };
    return adapter;
  };
}

function toStored(where: Where): Where {
  return where.map((each) => {
    if (each.field !== 'token') return each;
    if (typeof each.value !== 'string') throw new Error('a session query must name exactly one token');
    return { ...each, value: hashToken(each.value) };
  });
}

const withStoredWhere = <Call extends { where: Where }>(call: Call): Call => ({
  ...call,
  where: toStored(call.where),
});

const toStoredCall = <Call extends { where?: Where | undefined }>(call: Call): Call =>
  call.where ? { ...call, where: toStored(call.where) } : call;

function toToken(where: Where): string | undefined {
  const { value } = where.find(({ field }) => field === 'token') ?? {};
  return typeof value === 'string' ? value : undefined;
}

function withToken<Row>(row: Row, token: string | undefined): Row {
  return row && token !== undefined ? { ...row, token } : row;
}

function hasEnded(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !('signedInAt' in row)) return false;
  return row.signedInAt instanceof Date && row.signedInAt <= toOldestSignIn(new Date());
}

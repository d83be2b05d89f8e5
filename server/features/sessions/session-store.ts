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

/** However often it is renewed, a session ends this long after its sign-in. */
const sessionDaysMax = 30;

/** Sessions of an earlier sign-in are over. */
export function toOldestSignIn(now: Date): Date {
  return new Date(now.getTime() - sessionDaysMax * 86_400_000);
}

/**
 * What the database holds of a session's token. A token is 256 random bits, which nobody can try out, so that a
 * fast hash without a salt is enough: whoever reads the database, or a backup, cannot make a cookie from it.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The library's way to the database, with hashed session tokens: it goes on with the tokens of cookies, which are
 * hashed on their way in and put back into what was found by them. Sessions past their end are not found.
 */
export function storeTokensHashed(open: OpenAdapter): OpenAdapter {
  return (options) => {
    const inner = open(options);
    const adapter: Adapter = {
      ...inner,
      create: async <T extends Record<string, unknown>, R = T>(call: NewRow<T>): Promise<R> => {
        if (call.model !== 'session') return inner.create<T, R>(call);
        const token = 'token' in call.data ? call.data.token : undefined;
        if (typeof token !== 'string') throw new Error('a session was begun without a token');
        const data = { ...call.data, token: hashToken(token) };
        return withToken(await inner.create<T, R>({ ...call, data }), token);
      },
      findOne: async <T>(call: Parameters<Adapter['findOne']>[0]) => {
        if (call.model !== 'session') return inner.findOne<T>(call);
        const found = await inner.findOne<T>({ ...call, where: toStored(call.where) });
        return isOver(found) ? null : withToken(found, toToken(call.where));
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
      // Ours is the transaction around the calls; the library's own would lead past this adapter.
      transaction: (work) => work(adapter),
    };
    return adapter;
  };
}

function toStored(where: Where): Where {
  return where.map((each) => {
    if (each.field !== 'token') return each;
    if (typeof each.value !== 'string') throw new Error('sessions are looked up by one token at a time');
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

function isOver(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !('signedInAt' in row)) return false;
  return row.signedInAt instanceof Date && row.signedInAt <= toOldestSignIn(new Date());
}

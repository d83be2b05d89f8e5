import { expect, test } from 'vitest';
import { queryValues } from '../../testing/database/embedded-harness.ts';
import { createTestDatabase } from '../../testing/database/test-database.ts';
import { withConnection } from './connection.ts';
import { copyOut } from './copy-out.ts';

test('a connection that ends before its copy is read gives the reader the error', async () => {
  const database = await createTestDatabase();
  await withConnection(database.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const data = copyOut(client, 'COPY (SELECT pg_sleep(60)) TO STDOUT');
    const closed = new Promise<void>((resolve) => data.on('close', resolve));
    await queryValues(database.url, `SELECT pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    await closed;
    await expect(data.toArray()).rejects.toThrow('terminating connection');
  });
  await database.drop();
});

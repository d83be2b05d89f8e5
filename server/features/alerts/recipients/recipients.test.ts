import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertLimits } from '../../../../contract/alerts/alerts.ts';
import { aRecipient } from '../../../testing/alerts/alerts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { openTestDb } from '../../../testing/test-app.ts';

let db: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  db = await openTestDb();
});
afterAll(() => db.close());

test('recipients that have unsubscribed leave room for others', async () => {
  const { company } = await aCompany(db.db);
  for (let count = 1; count < alertLimits.recipients; count += 1) await aRecipient(db.db, company.id);
  const { id } = await aRecipient(db.db, company.id);
  const add = () => aRecipient(db.db, company.id);
  await expect(add()).rejects.toMatchObject({ status: 409 });
  await db.db.query('UPDATE alert_recipients SET unsubscribed_at = now() WHERE id = $1', [id]);
  expect((await add()).unsubscribedAt).toBeNull();
  await expect(add()).rejects.toMatchObject({ status: 409 });
});

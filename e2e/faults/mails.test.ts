import { expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { startSmtp } from '../../server/testing/mail/smtp-harness.ts';
import { makeDataDir, startNorthlight } from '../northlight.ts';

test('kill -9 between storing a contact message and sending its mails neither loses nor repeats a mail', async () => {
  const smtp = await startSmtp();
  const attempted: string[] = [];
  smtp.answer = (to) => {
    attempted.push(to);
    return 'hang';
  };
  const { dataDir, remove } = makeDataDir();
  const env = { SMTP_URL: smtp.url, CONTACT_TO: 'agency@northlight.test' };
  let northlight = await startNorthlight({ dataDir, env });
  const answer = await fetch(northlight.url + apiPaths.sendContactEmail, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: northlight.url },
    body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', company: '', message: 'Hello' }),
  });
  expect(answer.status).toBe(200);
  // Both mails are being sent, and the mail server does not answer.
  await expect.poll(() => attempted.length).toBe(2);
  await northlight.kill();

  smtp.answer = () => 'accept';
  northlight = await startNorthlight({ dataDir, env, port: northlight.port });
  const recipients = () => smtp.received.flatMap((mail) => mail.envelopeTo).sort();
  await expect.poll(recipients).toEqual(['agency@northlight.test', 'ann@example.com']);
  // Another start looks for unsent mails again and finds none.
  expect(await northlight.stop()).toBe(0);
  northlight = await startNorthlight({ dataDir, env, port: northlight.port });
  expect(await northlight.stop()).toBe(0);
  expect(recipients()).toEqual(['agency@northlight.test', 'ann@example.com']);
  await smtp.close();
  remove();
});

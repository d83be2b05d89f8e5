import { expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { startSmtp } from '../../server/testing/mail/smtp-harness.ts';
import { makeDataDir, startNorthlight } from '../northlight.ts';

test('kill -9 between storing a letter and mailing it loses and doubles nothing', async () => {
  const smtp = await startSmtp();
  const asked: string[] = [];
  smtp.answer = (to) => {
    asked.push(to);
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
  // Both mails are under way, and the server says nothing.
  await expect.poll(() => asked.length).toBe(2);
  await northlight.kill();

  smtp.answer = () => 'take';
  northlight = await startNorthlight({ dataDir, env, port: northlight.port });
  const recipients = () => smtp.received.flatMap((mail) => mail.envelopeTo).sort();
  await expect.poll(recipients).toEqual(['agency@northlight.test', 'ann@example.com']);
  // A second start looks for mails left behind once more, and finds none.
  expect(await northlight.stop()).toBe(0);
  northlight = await startNorthlight({ dataDir, env, port: northlight.port });
  expect(await northlight.stop()).toBe(0);
  expect(recipients()).toEqual(['agency@northlight.test', 'ann@example.com']);
  await smtp.close();
  remove();
});

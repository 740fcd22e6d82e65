import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { createMailer } from './mailer.ts';
import { sweepSentMail } from './sent-mail.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

const mail = { to: 'ann@example.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const arrived = async (messageId: string) =>
  (
    await market.platform.pool.query('select headers from sandbox_mail where message_id = $1', [
      `<${messageId}@sleeved>`,
    ])
  ).rows;

test('a Message-ID is delivered once, however often its job runs', async () => {
  await market.platform.mail.send(mail, 'again');
  await market.platform.mail.send(mail, 'again');
  await market.platform.mail.send(mail, 'another');
  expect([(await arrived('again')).length, (await arrived('another')).length]).toEqual([1, 1]);
});

test('of ten concurrent runs one sends the email; the others fail or find it done', async () => {
  const runs = await Promise.allSettled(Array.from({ length: 10 }, () => market.platform.mail.send(mail, 'at-once')));
  for (const run of runs)
    if (run.status === 'rejected') expect(String(run.reason)).toContain('is being handed over by another run');
  expect(await arrived('at-once')).toHaveLength(1);
  await market.platform.mail.send(mail, 'at-once');
  expect(await arrived('at-once')).toHaveLength(1);
});

test('an email that the server did not accept is sent by the next run', async () => {
  const { pool } = market.platform;
  const unreachable = createMailer('smtp://127.0.0.1:1', 'Market <market@example.test>', pool);
  await expect(unreachable.send(mail, 'dropped')).rejects.toThrow(/ECONNREFUSED/);
  await market.platform.mail.send(mail, 'dropped');
  expect(await arrived('dropped')).toHaveLength(1);
});

test('a process that died while sending blocks the email for two minutes only', async () => {
  const { pool, mail: mailer } = market.platform;
  await pool.query("insert into sent_mail (message_id, claimed_at) values ('died', now() - interval '119 seconds')");
  await expect(mailer.send(mail, 'died')).rejects.toThrow('another run');
  await pool.query("update sent_mail set claimed_at = now() - interval '121 seconds' where message_id = 'died'");
  await mailer.send(mail, 'died');
  expect(await arrived('died')).toHaveLength(1);
});

test('sent emails are deleted from the log after a week', async () => {
  const { pool } = market.platform;
  await pool.query(
    "insert into sent_mail values ('old', now() - interval '8 days', now() - interval '8 days'), ('new', now(), now())",
  );
  await sweepSentMail(pool);
  expect((await pool.query("select message_id from sent_mail where message_id in ('old', 'new')")).rows).toEqual([
    { message_id: 'new' },
  ]);
});

test('an email that may be declined has the headers of RFC 8058, others do not', async () => {
  await market.platform.mail.send(
    { ...mail, unsubscribeUrl: 'https://market.example/unsubscribe?token=a.b.c' },
    'declinable',
  );
  await market.platform.mail.send(mail, 'plain');
  expect(await arrived('declinable')).toEqual([
    {
      headers: {
        'auto-submitted': 'auto-generated',
        'list-unsubscribe': '<https://market.example/unsubscribe?token=a.b.c>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      },
    },
  ]);
  expect(await arrived('plain')).toEqual([{ headers: { 'auto-submitted': 'auto-generated' } }]);
});

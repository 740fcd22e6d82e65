import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { mailboxKey, requireMailboxKey } from './mailbox-key.server.ts';

test('the link of the log opens the page and its JSON, and still shows one person’s mails', async () => {
  const config = { appUrl: 'https://cards.lan', authSecret: 'a secret of the mailbox’s test, long', openSandbox: true };
  const app = new Hono().use('/sandbox/*', requireMailboxKey(config)).get('/sandbox/*', (c) => c.text('mails'));
  const opened = async (query: string) => {
    const { status, headers } = await app.request(`/sandbox/mail?${query}`);
    return [status, headers.get('location'), headers.get('set-cookie')];
  };
  const key = mailboxKey(config);
  // A browser compares a cookie's path by whole parts: `/sandbox/mail.json` is not below `/sandbox/mail`.
  const cookie = expect.stringContaining('; Path=/sandbox;');
  expect(await opened(`key=${key}`)).toEqual([302, '/sandbox/mail', cookie]);
  expect(await opened(`to=a%2Bb@example.test&key=${key}`)).toEqual([
    302,
    '/sandbox/mail?to=a%2Bb%40example.test',
    cookie,
  ]);
  expect(await opened('to=a@example.test&key=guessed')).toEqual([403, null, null]);
  expect((await app.request('/sandbox/mail.json', { headers: { cookie: `sleeved_mailbox=${key}` } })).status).toBe(200);
});

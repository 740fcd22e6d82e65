import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
});
afterAll(() => market.close());

const look = async (path: string, cookie = '') => {
  const answer = await fetch(market.url + path, { headers: { cookie } });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
};

test('the mailbox and the API’s reference wear the product’s header, font and theme', {
  timeout: 60_000,
}, async () => {
  for (const [path, title] of [
    ['/sandbox/mail', 'Mailbox'],
    ['/api/docs', 'API'],
  ] as const) {
    const { status, body } = await look(path, 'theme=midnight');
    expect([path, status]).toEqual([path, 200]);
    expect(body).toContain(`<title>${title} · Sleeved</title>`);
    expect(body).toContain('data-theme="midnight"');
    expect(body).toMatch(
      /<header class="top">[\s\S]*<a class="brand" href="\/">[\s\S]*<a href="\/browse">Browse<\/a>[\s\S]*<\/header>/,
    );
    const sheet = /<link rel="stylesheet" href="(\/assets\/root-[^"]+\.css)"/.exec(body)?.[1] ?? 'no sheet';
    const styles = await look(sheet);
    expect([styles.status, styles.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')]);
    const font = /url\((\/assets\/inter-latin-[^)]+\.woff2)\)/.exec(styles.body)?.[1] ?? 'no font';
    expect((await look(font)).status).toBe(200);
    // Their own page requests it: its policy refuses nothing that it needs.
    const policy = (await look(path)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("font-src 'self'");
    expect(policy).toMatch(/style-src 'self'/);
  }
});

test('the mailbox shows one person’s mails, as text, and runs nothing of them', async () => {
  const send = (to: string, subject: string) =>
    market.platform.mail.send({ to, subject, text: '<script>alert(1)</script>', html: '' }, `<${to}@plain-page.test>`);
  await send('ann@example.test', 'For <b>Ann</b>');
  await send('bob@example.test', 'For Bob');
  const all = await look('/sandbox/mail?to=');
  expect(all.body).toContain('For Bob');
  const { body, headers } = await look('/sandbox/mail?to=ann%40example.test');
  expect(body).toContain('For &lt;b&gt;Ann&lt;/b&gt;');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(body).not.toContain('For Bob');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
});

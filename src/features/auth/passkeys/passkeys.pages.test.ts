import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { memberWithPasskey, passkeyBrowser, startNamedMarket } from '#testing/passkeys.ts';
import type { TestMarket } from '#testing/server.ts';
import { followSession } from '#testing/step-up.ts';

const minuteMs = 60_000;

describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('the pages of passkeys', () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await startNamedMarket({ pages: true });
  }, 60_000);
  afterAll(() => market?.close());

  const get = (path: string, cookie = '') => market.request<string>('GET', path, { headers: { cookie } });
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    market.request<string>('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: market.url,
        ...(cookie ? { cookie } : {}),
      },
    });
  const indexOf = (page: string, ...words: string[]) => words.map((word) => page.indexOf(word));

  test('the passkey comes after the password, and first in a browser that has used one', async () => {
    const { browser } = await memberWithPasskey(market, 'Pages_1');
    const [unknown, known] = [
      await get('/auth/sign-in'),
      await get('/auth/sign-in', `sleeved_passkey=${browser.cookies.get('sleeved_passkey')}`),
    ];
    const [button = -1, email = -1] = indexOf(unknown.body, 'Sign in with a passkey', 'name="email"');
    expect(button).toBeGreaterThan(email);
    const [first = -1, second = -1] = indexOf(known.body, 'Sign in with a passkey', 'name="email"');
    expect([first > 0, second > first]).toEqual([true, true]);
  });

  test('[RP-07] the form of a passkey signs in and continues to the requested page; a refusal is shown on the page', async () => {
    const { browser } = await memberWithPasskey(market, 'Pages_2');
    const visitor = passkeyBrowser(market, '', browser.authenticator);
    const fields = async () => ({
      intent: 'passkey',
      response: JSON.stringify(browser.authenticator.get(await visitor.options('sign-in'))),
      next: '/settings/data',
    });
    const form = await fields();
    const entered = await post('/auth/sign-in', form, visitor.cookie());
    expect([entered.status, entered.headers.get('location')]).toEqual([302, '/settings/data']);
    expect(entered.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(
      expect.arrayContaining(['sleeved_session', 'sleeved_passkey']),
    );
    const again = await post('/auth/sign-in', form, visitor.cookie());
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []]);
    expect(
      (await post('/auth/sign-in', { ...(await fields()), next: '//evil.example' }, visitor.cookie())).headers.get(
        'location',
      ),
    ).toBe('/dashboard');
    expect((await post('/auth/sign-in', { intent: 'passkey', response: '{' }, visitor.cookie())).status).toBe(422);
  });

  test('a member with a passkey can confirm with it, ten minutes after signing in, and continues', async () => {
    const [{ member, browser }, other] = [await memberWithPasskey(market, 'Pages_3'), await market.signUp('Pages_4')];
    await market.advance(11 * minuteMs);
    const path = '/settings/security/confirm?next=/settings/security';
    expect((await get(path, other.cookie)).body).not.toContain('Verify with a passkey');
    expect((await get(path, member.cookie)).body).toContain('Verify with a passkey');
    expect(
      (await post('/settings/security', { intent: 'remove-passkey', id: 'x' }, member.cookie)).headers.get('location'),
    ).toBe('/settings/security/confirm?next=%2Fsettings%2Fsecurity');
    const response = JSON.stringify(browser.authenticator.get(await browser.options('step-up')));
    const form = { intent: 'passkey', response, next: '/settings/security?add=passkey' };
    const confirmed = await post('/settings/security/confirm', form, member.cookie);
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([302, '/settings/security?add=passkey']);
    followSession(member, confirmed.headers.getSetCookie());
    expect((await get(path, member.cookie)).headers.get('location')).toBe('/settings/security');
  });

  test('the form of the panel adds, renames and removes', async () => {
    const member = await market.signUp('Pages_5');
    const browser = passkeyBrowser(market, member.cookie);
    const response = JSON.stringify(browser.authenticator.create(await browser.options('register')));
    const added = await post(
      '/settings/security',
      { intent: 'add-passkey', response, name: 'Desk & chair' },
      member.cookie,
    );
    expect([added.status, added.headers.getSetCookie()[0]?.split(';')[0]]).toEqual([200, 'sleeved_passkey=1']);
    const [{ id }] = (await browser.call('GET', 'list-user-passkeys')).body.items;
    expect((await get('/settings/security', member.cookie)).body).toContain('Desk &amp; chair');
    expect(
      (await post('/settings/security', { intent: 'rename-passkey', id, name: 'Shelf' }, member.cookie)).status,
    ).toBe(200);
    expect((await browser.call('GET', 'list-user-passkeys')).body.items).toMatchObject([{ id, name: 'Shelf' }]);
    expect((await post('/settings/security', { intent: 'remove-passkey', id }, member.cookie)).status).toBe(200);
    expect((await browser.call('GET', 'list-user-passkeys')).body.items).toEqual([]);
  });
});

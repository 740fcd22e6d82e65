import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';

let market: TestMarket;
let beside: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  beside = await startTestMarket({ beside: market, pages: true });
  admin = await market.signUp('Keeper_1');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(async () => {
  await beside?.close();
  await market?.close();
});

const post = (fields: Record<string, string>) =>
  market.request<string>('POST', '/admin/site', {
    body: new URLSearchParams(fields).toString(),
    headers: {
      cookie: admin.cookie,
      origin: market.url,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
const home = async (of: TestMarket) => (await of.request<string>('GET', '/')).body;
const actsOf = async () =>
  (await market.platform.pool.query("select act, data from audit_log where subject = 'site' order by at, id")).rows;
const confirmed = () => confirmAs(market, admin, { password: admin.password });

test('a brand is saved after a step-up only, and shown by the cached pages of every process', async () => {
  await market.advance(dayMs);
  expect([(await home(market)).includes('Kartenhaus'), (await home(beside)).includes('Kartenhaus')]).toEqual([
    false,
    false,
  ]);
  const asked = await post({ act: 'brand', name: 'Kartenhaus', accent: '#0B6E4F' });
  expect([asked.status, asked.headers.get('location')]).toEqual([
    302,
    '/settings/security/confirm?next=%2Fadmin%2Fsite',
  ]);
  expect(await actsOf()).toEqual([]);
  await confirmed();
  expect((await post({ act: 'brand', name: 'Kartenhaus', accent: '#0B6E4F' })).body).toContain('Brand saved');
  expect(await actsOf()).toEqual([{ act: 'brand.changed', data: { name: 'Kartenhaus', accent: '#0b6e4f' } }]);
  expect(await home(market)).toContain(':root[data-theme=light]{--accent:#0b6e4f;');
  await expect.poll(() => home(beside)).toContain('Kartenhaus');
});

test('a color on which white text is not readable is refused with its contrast', async () => {
  await confirmed();
  for (const [accent, sentence] of [
    ['#ffd500', 'White text on this color has a contrast of 1.4:1, and at least 4.5:1 is readable.'],
    ['red', 'Enter a color as # and six hexadecimal digits'],
    ['#000;}*{color:red', 'Enter a color as # and six hexadecimal digits'],
  ] as const)
    expect((await post({ act: 'brand', name: 'Kartenhaus', accent })).body).toContain(sentence);
  expect(await home(market)).not.toContain('#ffd500');
});

test('an announcement is plain text on every page between its start and its end', async () => {
  await confirmed();
  const at = (ms: number) => new Date(market.platform.clock.now().getTime() + ms).toISOString().slice(0, 16);
  const typed = { act: 'announce', text: 'Sale <b>today</b>', link: '/fees', kind: 'warning' };
  expect((await post({ ...typed, startsAt: at(dayMs), endsAt: at(0) })).body).toContain(
    'Enter an end after the start.',
  );
  expect((await post({ ...typed, link: 'javascript:alert(1)', startsAt: at(0), endsAt: '' })).body).toContain(
    'Enter a link that begins with https://',
  );
  expect(await home(market)).not.toContain('announcement warning');
  const saved = await post({ ...typed, startsAt: at(2 * minuteMs), endsAt: at(4 * minuteMs) });
  expect(saved.body).toContain('Announcement saved');
  expect(await home(market)).not.toContain('announcement warning');
  await market.advance(3 * minuteMs);
  const shown = await home(market);
  expect(shown).toContain('<a class="link" href="/fees">Sale &lt;b&gt;today&lt;/b&gt;</a>');
  expect(shown).toContain('announcement warning');
  await market.advance(3 * minuteMs);
  expect(await home(market)).not.toContain('announcement warning');
});

test('a deleted announcement is on no cached page', async () => {
  await confirmed();
  const startsAt = market.platform.clock.now().toISOString().slice(0, 16);
  await post({ act: 'announce', text: 'Maintenance tonight', link: '', kind: 'info', startsAt, endsAt: '' });
  expect(await home(market)).toContain('Maintenance tonight');
  await post({ act: 'delete-announcement' });
  expect(await home(market)).not.toContain('Maintenance tonight');
  expect((await actsOf()).map(({ act }) => act).slice(-2)).toEqual(['announcement.saved', 'announcement.deleted']);
});

import { expect, hydrated, type Person, test } from '../fixtures.ts';

async function onAnotherDevice(member: Person, url: string, headers: Record<string, string> | undefined) {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    endOthers: async () => {
      const ended = await fetch(`${url}/api/auth/revoke-other-sessions`, {
        method: 'POST',
        headers: { cookie, origin: url },
      });
      expect(ended.status).toBe(200);
    },
  };
}

test('[ST-12] a session that is ended on another device ends in an open tab too: no private page stays, nothing of it in the storage', async ({
  newMember,
  url,
  extraHTTPHeaders,
}) => {
  const member = await newMember();
  const other = await onAnotherDevice(member, url, extraHTTPHeaders);
  const { page, context } = member;
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/settings');
  await page.evaluate(() => {
    localStorage.setItem('cache:draft', 'mine');
    localStorage.setItem('singleKeys', 'off');
  });
  await connected;
  const about = await context.newPage();
  const aboutConnected = about.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await about.goto('/about');
  await aboutConnected;
  await other.endOthers();
  for (const tab of [page, about]) {
    await expect(tab.getByRole('button', { name: /your account$/ })).toHaveCount(0);
    await expect(tab.getByLabel('About you')).toHaveCount(0);
  }
  const cached = ['cache:draft', 'singleKeys'];
  await expect
    .poll(() => about.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), cached))
    .toEqual([null, null]);
});

test('[GD-02] [UI-06] whose session has ended without a word is a visitor everywhere on the page after the guard, and nothing of them is kept', async ({
  newMember,
  url,
  extraHTTPHeaders,
}) => {
  const member = await newMember();
  const other = await onAnotherDevice(member, url, extraHTTPHeaders);
  const { page } = member;
  await page.routeWebSocket(/\/api\/realtime$/, () => {});
  await page.clock.install();
  await page.goto('/about');
  await hydrated(page);
  const cached = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('cache:')));
  await expect.poll(cached).toEqual(expect.arrayContaining(['cache:own-profile']));
  // What the page asks by its clock would find it out sooner.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await other.endOthers();
  await page.getByRole('button', { name: /your account$/ }).click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in\?next=%2Fdashboard$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create account' })).toBeVisible();
  await expect(page.getByRole('button', { name: /your account$/ })).toHaveCount(0);
  await page.clock.resume();
  await page.evaluate(() => sessionStorage.setItem('cache:own-profile', '{}'));
  await page.goto('/about');
  await expect.poll(cached).toEqual([]);
});

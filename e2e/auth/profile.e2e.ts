import type { Page, Request } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const cached = (page: Page) => page.evaluate(() => sessionStorage.getItem('cache:own-profile'));
/** A move inside the app, as a link makes it. */
async function toOwnProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /your account/ }).click();
  await page
    .getByRole('menuitem', { name: 'Profile' })
    .or(page.getByRole('link', { name: 'Profile', exact: true }))
    .first()
    .click();
  await expect(page).toHaveURL('/profile');
}

test('[LI-05] [ER-07] the own profile is kept: offline it can be read, with the time it was read, and comes back by itself', async ({
  newMember,
}) => {
  const { page, context, username, email } = await newMember();
  await open(page, '/browse');
  await expect.poll(() => cached(page)).toContain(username);
  await context.setOffline(true);
  await toOwnProfile(page);
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  // What is private stays in the page's memory.
  expect(await cached(page)).not.toContain(email);
  await expect(
    page.getByText(/^Couldn’t connect\. This is your profile from \d{1,2}:\d\d( UTC| [ap]m)?\.$/),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/This is your profile from/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
});

test('[LI-05] a file of the own profile that cannot be preloaded leaves the open page as it is', async ({
  newMember,
}) => {
  const { page, context } = await newMember();
  await context.route('**/assets/own-profile-*.js', (route) => route.abort('internetdisconnected'));
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/own-profile-'));
  await open(page, '/browse');
  await failed;
  await page.waitForLoadState('networkidle');
  expect(documents).toEqual(['/browse']);
});

test('[ER-07] without anything kept: offline, and a network that fails, each in its words', async ({ newMember }) => {
  const { page, context, username } = await newMember();
  await page.clock.install();
  await open(page, '/browse');
  await expect.poll(() => cached(page)).toContain(username);
  await page.evaluate(() => sessionStorage.removeItem('cache:own-profile'));
  await context.setOffline(true);
  await toOwnProfile(page);
  await expect(
    page.getByRole('alert').getByText('You are currently offline and no cached data is available', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');

  // Online again, and the profile alone can't be had: once more after two seconds, then the other sentence. The first
  // request fails only once the page's timers stand still, so that the wait begins with them.
  let requests = 0;
  let fail = () => {};
  const timersStopped = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await context.route('**/api/profile', async (route) => {
    requests += 1;
    await timersStopped;
    await route.abort('connectionreset');
  });
  await context.setOffline(false);
  await expect.poll(() => requests).toBe(1);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/profile'));
  fail();
  await failed;
  await page.clock.runFor(1_900);
  expect(requests).toBe(1);
  await page.clock.runFor(200);
  await expect.poll(() => requests).toBe(2);
  await page.clock.resume();
  await expect(
    page.getByRole('alert').getByText('Unable to load profile due to network issues', { exact: true }),
  ).toBeVisible();
  expect(requests).toBe(2);
  await context.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
});

test('[ER-07] another member’s page: offline, and a network that fails, each in its words; "Try again" brings it', async ({
  newMember,
}) => {
  // Each step is drawn by a part that is fetched then: on a machine that many share it takes longer than a text that
  // stands there.
  test.setTimeout(120_000);
  const late = { timeout: 30_000 };
  const other = await newMember();
  const { page, context } = await newMember();
  await open(page, '/browse');
  await context.route('**/profile/*.data*', (route) => route.abort('connectionreset'));
  // A move inside the app, as "forward" makes it.
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/profile/${other.username}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Unable to load profile due to network issues',
    late,
  );
  await context.setOffline(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'You are currently offline and no cached data is available',
    late,
  );
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Unable to load profile due to network issues',
    late,
  );
  const again = page.getByRole('button', { name: 'Try again' });
  const requested = page.waitForRequest('**/profile/*.data*');
  await again.click();
  await requested;
  await expect(again).toBeEnabled(late);
  await context.unroute('**/profile/*.data*');
  // A live line that comes back after a gap has the page read afresh as well, and may have brought it before the press.
  const shown = page.getByRole('heading', { level: 1, name: other.username });
  await expect(again.or(shown)).toBeVisible(late);
  await again.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(shown).toBeVisible(late);
});

test('[LI-05] the header follows what another device changed, once what is kept is two minutes old', async ({
  newMember,
}) => {
  const { page, api, username } = await newMember();
  await open(page, '/browse');
  await expect.poll(() => cached(page)).toContain(username);
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/profile') requests++;
  });
  // The page's time runs on beside the leaps, so what is kept is of this moment.
  await page.clock.install();
  await page.evaluate(() => {
    const value = JSON.parse(sessionStorage.getItem('cache:own-profile') ?? '{}');
    sessionStorage.setItem('cache:own-profile', JSON.stringify({ ...value, readMs: Date.now() }));
  });
  // A reload looks at once: within the two minutes it does not ask.
  await open(page, '/faq');
  // Read ahead by what keeps the profile, which has looked then.
  await expect(page.locator('head > link[rel=modulepreload][href*="/own-profile-"]')).toBeAttached();
  expect(requests).toBe(0);
  const renamed = `${username.slice(0, 12)}_new`;
  expect((await api('PATCH', '/api/profile', { username: renamed })).status).toBe(200);
  // A leap, as of a lid that was closed: time that runs second by second would leave the live connection milliseconds
  // to be made in.
  await page.clock.fastForward(61_000);
  // A request of the leap is known before the page answers this.
  await expect(page.getByRole('button', { name: `${username}, your account` })).toBeVisible();
  expect(requests).toBe(0);
  await page.clock.fastForward(60_000);
  await expect.poll(() => requests).toBe(1);
  await expect(page.getByRole('button', { name: `${renamed}, your account` })).toBeVisible({ timeout: 30_000 });
});

test('what is kept of one member is gone when another signs in, and after signing out', async ({ newMember }) => {
  const { page, username } = await newMember();
  const other = await newMember();
  await open(page, '/browse');
  await expect.poll(() => cached(page)).toContain(username);
  // The cookie of another member, as after a sign-in in another tab.
  await page.context().clearCookies();
  await page.context().addCookies(await other.context.cookies());
  await open(page, '/browse');
  await expect.poll(() => cached(page)).toContain(other.username);
  expect(await cached(page)).not.toContain(username);
  await page.getByRole('button', { name: /your account/ }).click();
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .first()
    .click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => cached(page)).toBeNull();
});

test('[ER-05] [LI-05] completing a profile over a network that fails: five tries by itself, then the sentence, and what was typed stays', async ({
  visitor: page,
}) => {
  const name = `late_${Math.random().toString(36).slice(2, 10)}`;
  await page.context().request.post('/api/auth/sign-up/email', {
    data: { email: `${name}@example.test`, password: 'correct-horse-battery', username: name },
    headers: { origin: process.env.E2E_URL ?? '' },
  });
  await open(page, '/auth/complete-profile');
  let sent = 0;
  await page.route(/complete-profile\.data/, (route) => {
    sent++;
    return route.abort('connectionreset');
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Location').fill('Lyon, France');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  const alert = page.getByRole('alert');
  for (const [failed, pause] of [2_000, 4_000, 8_000, 10_000].entries()) {
    await expect(page.getByText(`Trying again, ${failed + 2} of 5…`)).toBeVisible();
    await expect(alert.getByText('Network error. Please check your internet connection.')).toBeVisible();
    expect(sent).toBe(failed + 1);
    await page.clock.runFor(pause - 100);
    expect(sent).toBe(failed + 1);
    await page.clock.runFor(200);
  }
  await expect(alert.getByText('Failed to create profile. Please try again.', { exact: true })).toBeVisible();
  expect(sent).toBe(5);
  await page.clock.runFor(60_000);
  expect(sent).toBe(5);
  await expect(page.getByLabel('Location')).toHaveValue('Lyon, France');
  await page.unroute(/complete-profile\.data/);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL('/dashboard');
});

/** The same request, whose answer the browser never learns: its cookies neither. */
async function sendPast(request: Request): Promise<void> {
  const { 'content-type': type = '', origin = '', 'x-forwarded-for': from = '' } = await request.allHeaders();
  const headers = { 'content-type': type, origin, 'x-forwarded-for': from };
  const answer = await fetch(request.url(), { method: 'POST', headers, body: request.postData(), redirect: 'manual' });
  expect(answer.headers.getSetCookie().join()).toContain('sleeved_session=');
}

test('[LI-05] signing up over a network that fails: five tries by itself, and an answer that alone was lost is no taken address', async ({
  visitor: page,
}) => {
  const name = `lost_${Math.random().toString(36).slice(2, 10)}`;
  await open(page, '/auth/sign-up');
  let sent = 0;
  // The second one arrives, and what it was answered does not come back.
  await page.route(/sign-up\.data/, async (route) => {
    if (++sent === 2) await sendPast(route.request());
    if (sent < 3) return route.abort('connectionreset');
    return route.continue();
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Email').fill(`${name}@example.test`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Location').fill('Lyon, France');
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const [failed, pause] of [2_000, 4_000].entries()) {
    await expect(page.getByText(`Trying again, ${failed + 2} of 5…`)).toBeVisible();
    await expect(
      page.getByRole('alert').getByText('Network error. Please check your internet connection.'),
    ).toBeVisible();
    expect(sent).toBe(failed + 1);
    await page.clock.runFor(pause - 100);
    expect(sent).toBe(failed + 1);
    await page.clock.runFor(200);
  }
  await expect(page).toHaveURL('/dashboard');
  expect(sent).toBe(3);
});

test('[ER-03] a verification mail over a network that fails says so in its place', async ({ newMember }) => {
  const { page } = await newMember();
  await open(page, '/auth/verify-email');
  await page.route(/verify-email\.data/, (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(
    page.getByRole('alert').getByText('Network error. Please check your internet connection.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send verification email' })).toBeEnabled();
});

for (const [how, break_] of [
  [
    'cannot be reached',
    (page: Page) => page.route('**/api/auth/get-session', (route) => route.abort('connectionrefused')),
  ],
  ['lacks its script', (page: Page) => page.route('**/assets/auth-check*', (route) => route.abort('connectionreset'))],
  [
    'answers with a fault',
    (page: Page) => page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 503, body: '{}' })),
  ],
] as const) {
  test(`[ER-05] a sign-in page whose service ${how} says so before anything is typed`, async ({ visitor: page }) => {
    await break_(page);
    const said = page.getByText('Failed to initialize authentication services. Please refresh the page.', {
      exact: true,
    });
    for (const path of ['/auth/sign-in', '/auth/sign-up']) {
      await open(page, path);
      await expect(said).toBeVisible();
    }
    await page.unrouteAll();
    const answered = page.waitForResponse('**/api/auth/get-session');
    await page.reload();
    await answered;
    await expect(said).toHaveCount(0);
  });
}

test('[ER-05] a provider that does not know this market is said under the button, and no address can put other words there', async ({
  visitor: page,
}) => {
  await open(page, '/auth/sign-in?google=google_misconfigured');
  await expect(
    page.getByText('Authentication configuration error. Please contact support.', { exact: true }),
  ).toBeVisible();
  await open(page, '/auth/sign-in?google=profile_failed');
  await expect(page.getByText('Failed to create profile. Please try again.', { exact: true })).toBeVisible();
  await open(page, '/auth/sign-in?google=Call%20this%20number');
  await expect(page.getByText('Call this number')).toHaveCount(0);
});

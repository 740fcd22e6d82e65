import type { Page } from '@playwright/test';
import { expect, test as journey } from '../fixtures.ts';
import { fillSignIn, open, password, plant, record } from '../signing-in.ts';

/**
 * Holds the answer that the page waits for until the test lets it go; the market has given it, and the browser has its
 * cookies.
 */
async function holdAnswer(page: Page, path: string): Promise<{ given: Promise<void>; release(): void }> {
  let give = () => {};
  let release = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    give();
    await held;
    // A press has taken the place of what was held.
    await route.fulfill({ response }).catch(() => {});
  });
  return { given, release };
}

/** The pages that the browser asked for from now on. */
function movesOf(page: Page): string[] {
  const moves: string[] = [];
  page.on('request', (request) => moves.push(new URL(request.url()).pathname));
  return moves;
}

const intent = () => ({ path: '/fees', action: 'toggle_favorite', params: {}, at: Date.now() });
const test = journey.extend<{ signInElsewhere: () => Promise<unknown> }>({
  /** Another tab signs this browser in. */
  signInElsewhere: async ({ context, newMember, url }, use) => {
    const { email } = await newMember();
    await use(() =>
      context.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: url } }),
    );
  },
});
const press = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();

for (const query of ['', '?next=%2Fsettings']) {
  for (const held of ['form', 'landing']) {
    test(`[RP-07] who presses a link while they are signed in (${held}, "${query}") is there, as a member, and not taken back`, async ({
      visitor: page,
      newMember,
    }) => {
      const member = await newMember();
      await open(page, `/auth/sign-in${query}`);
      await plant(page, intent());
      const { given, release } = await holdAnswer(page, held === 'form' ? '**/auth/sign-in.data*' : '**/fees.data*');
      await fillSignIn(page, member.email);
      await given;
      const moves = movesOf(page);
      await press(page, 'About');
      await expect(page).toHaveURL('/about');
      await expect(page.getByRole('button', { name: /your account/ })).toBeVisible();
      release();
      await expect.poll(() => record(page)).toBeNull();
      await press(page, 'Help');
      await expect(page).toHaveURL('/faq');
      expect(moves.filter((path) => path.startsWith('/fees'))).toEqual([]);
    });
  }
}

test('[RP-07] a sign-in in another tab does not navigate this tab, and keeps its intent', async ({
  visitor: page,
  signInElsewhere,
}) => {
  await open(page, '/about');
  const started = intent();
  await plant(page, started);
  const moves = movesOf(page);
  await signInElsewhere();
  // The same place once more reads the frame, too.
  await press(page, 'About');
  await expect(page.getByRole('button', { name: /your account/ })).toBeVisible();
  await press(page, 'Help');
  await expect(page).toHaveURL('/faq');
  expect(moves.filter((path) => path.startsWith('/fees'))).toEqual([]);
  expect(await record(page)).toEqual(started);
});

test('[RP-07] a sign-in page that another tab signed in leads to the dashboard as a member, and on to what was started', async ({
  visitor: page,
  signInElsewhere,
}) => {
  const looked = page.waitForResponse('**/api/auth/get-session');
  await open(page, '/auth/sign-in?next=%2Fsettings');
  await looked;
  await plant(page, intent());
  await signInElsewhere();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page).toHaveURL('/fees');
  await expect(page.getByRole('button', { name: /your account/ })).toBeVisible();
  expect(await record(page)).toBeNull();
});

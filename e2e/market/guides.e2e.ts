import type { Page } from '@playwright/test';
import { expectCleanNow } from '../clean.ts';
import { expect, hydrated, type Person, test } from '../fixtures.ts';

const offer = (page: Page) => page.getByRole('region', { name: 'Tour' });
const popover = (page: Page) => page.locator('.driver-popover');
const start = (page: Page) => offer(page).getByRole('link', { name: 'Take the tour' });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** What the profile says once `flag` is set. */
async function profileWith({ api }: Person, flag: 'firstPurchase' | 'firstSale') {
  await expect.poll(async () => (await api('GET', '/api/profile')).body.tutorialPreferences[flag]).toBe(true);
  return (await api('GET', '/api/profile')).body;
}

const buying = [
  'Find the right card',
  'Check the condition',
  'Reserve it while you pay',
  'Keep it for later',
  'Check the seller',
];
const selling = ['Add photos', 'Find the card', 'Set the condition', 'Set price and shipping', 'Review and publish'];

/**
 * Stands at the step: its name is read out, the key that goes on has the focus, and the page behind is out of reach.
 */
async function expectStep(page: Page, titles: string[], at: number): Promise<void> {
  await expect(page.getByRole('dialog', { name: titles[at] ?? '' })).toContainText(`${at + 1} of 5`);
  await expect(popover(page).getByRole('button', { name: at === 4 ? 'Done' : 'Next' })).toBeFocused();
  await expect(page.locator('main')).toHaveAttribute('inert', '');
}

test('[UI-10] a first-time buyer takes the tour with the keyboard alone, and it is never offered again', async ({
  newMember,
}) => {
  const member = await newMember();
  const { page } = member;
  await open(page, '/browse');
  await start(page).focus();
  await page.keyboard.press('Enter');
  for (const at of [0, 1, 2]) {
    await expectStep(page, buying, at);
    await page.keyboard.press(at === 1 ? 'ArrowRight' : 'Enter');
  }
  await expectStep(page, buying, 3);
  await page.keyboard.press('ArrowLeft');
  await expectStep(page, buying, 2);
  await page.keyboard.press('ArrowRight');
  await expectStep(page, buying, 3);
  // Tab stays inside: Next, the cross, Back, Next.
  for (const name of ['End the tour', 'Back', 'Next']) {
    await page.keyboard.press('Tab');
    await expect(popover(page).getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expectStep(page, buying, 4);
  await page.keyboard.press('Enter');
  await expect(popover(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(await profileWith(member, 'firstPurchase')).toMatchObject({
    tutorialPreferences: { firstPurchase: true },
    onboardingCompleted: false,
  });
  await expect(offer(page)).toHaveCount(0);
  await open(page, '/browse');
  await expect(page.getByTestId('listing-tile').first()).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('[UI-10] a first-time seller is led through the five steps of the form, and stands before the first again', async ({
  newMember,
}) => {
  const member = await newMember();
  const { page } = member;
  await open(page, '/listings/create');
  await start(page).click();
  const steps = page.getByRole('navigation', { name: 'Steps' });
  for (const [at, step] of ['Photos', 'Card', 'Condition', 'Price', 'Review'].entries()) {
    await expectStep(page, selling, at);
    await expect(steps.locator('[aria-current=step]')).toHaveText(step);
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL('/listings/create');
  await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible();
  await profileWith(member, 'firstSale');
});

test('[UI-10] [ST-08] [ST-09] declined and ended with Escape count as over; then the market stops offering, and sign-out clears the mark', async ({
  newMember,
}) => {
  const member = await newMember();
  const { page } = member;
  const mark = () => page.evaluate(() => localStorage.getItem('onboarding_completed'));
  await open(page, '/browse');
  await offer(page).getByRole('button', { name: 'Dismiss tour' }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByTestId('toast')).toContainText('Settings, Tours');
  expect(await profileWith(member, 'firstPurchase')).toMatchObject({ onboardingCompleted: false });
  expect(await mark()).toBeNull();

  await open(page, '/listings/create');
  await start(page).click();
  await expectStep(page, selling, 0);
  await page.keyboard.press('Escape');
  await expect(popover(page)).toHaveCount(0);
  await expect(page.locator('.driver-overlay')).toHaveCount(0);
  await expect(page.getByTestId('toast')).toContainText('Tour closed');
  expect(await profileWith(member, 'firstSale')).toMatchObject({ onboardingCompleted: true });
  expect(await mark()).toBe('true');

  await page.getByRole('button', { name: /your account/ }).click();
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .click();
  await expect(page).toHaveURL('/');
  await expect.poll(mark).toBeNull();
});

test('[UI-10] a tour can be taken again from the settings, and hints can be shown again', async ({ newMember }) => {
  const member = await newMember();
  const { page } = member;
  await member.api('PATCH', '/api/profile', { tutorialPreferences: { firstPurchase: true, firstSale: true } });
  await open(page, '/settings/guides');
  await expect(page.getByText('Tour suggestions are off.')).toBeVisible();
  await page.getByRole('link', { name: 'Take the tour: List your first card' }).click();
  await expectStep(page, selling, 0);
  await expect(offer(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/listings/create');

  await open(page, '/settings/guides');
  await page.getByRole('button', { name: 'Turn on tour suggestions' }).click();
  await expect(page.getByText('Tour suggestions are on.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('onboarding_completed'))).toBeNull();
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Browse' }).click();
  await expect(offer(page)).toBeVisible();
});

test('[UI-10] no tour over a sheet, none for a seller with listings, and one that is left by going elsewhere is offered again', async ({
  newMember,
}) => {
  test.setTimeout(45_000);
  const member = await newMember();
  const { page } = member;
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/browse?filters=open&tour=firstPurchase');
  await expect(page).toHaveURL('/browse?filters=open');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(popover(page)).toHaveCount(0);

  await open(page, '/');
  await page.getByRole('navigation', { name: 'Main, small screens' }).getByRole('link', { name: 'Browse' }).click();
  await start(page).click();
  await expectStep(page, buying, 0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(popover(page)).toHaveCount(0);
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page.goForward();
  await expect(offer(page)).toBeVisible();
  expect((await member.api('GET', '/api/profile')).body.tutorialPreferences).toEqual({});

  await member.api('POST', '/api/listings', {
    game: 'pokemon',
    name: 'Known seller',
    condition: 'good',
    price: { amount: 100, currency: 'USD' },
    status: 'draft',
  });
  await open(page, '/listings/create');
  await expect(page.getByRole('heading', { name: 'List a card' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('[UI-10] the tour is fetched when it is asked for, and visitors are offered none', async ({
  visitor,
  newMember,
}) => {
  const { page } = await newMember();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await open(page, '/browse');
  await expect(offer(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /run-tour/.test(path))).toEqual([]);
  await start(page).focus();
  await page.keyboard.press('Enter');
  await expectStep(page, buying, 0);
  expect(scripts.filter((path) => /run-tour.*\.js$/.test(path))).toHaveLength(1);

  await open(visitor, '/browse');
  await expect(visitor.getByTestId('listing-tile').first()).toBeVisible();
  await expect(offer(visitor)).toHaveCount(0);
});

// What a theme changes are colours: one walk, and the step in sight is looked at in all three.
for (const width of [390, 1440]) {
  test(`[UI-10] every step is inside a window of ${width} px, its part of the page in sight and clean in each theme`, async ({
    newMember,
  }) => {
    test.setTimeout(120_000);
    const member = await newMember();
    const { page } = member;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { items } = (await member.api('GET', '/api/listings?limit=1')).body;
    for (const path of ['/browse', `/listings/${items[0].id}`, '/listings/create']) {
      await member.api('PATCH', '/api/profile', {
        tutorialPreferences: { firstPurchase: false },
        onboardingCompleted: false,
      });
      await open(page, path);
      await start(page).click();
      for (let at = 0; at < 5; at++) {
        await expectStep(page, path === '/listings/create' ? selling : buying, at);
        // People who asked for less motion get none.
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
        await expect(page.locator('.driver-active-element')).toHaveCount(1);
        const box = await popover(page).boundingBox();
        const part = await page.locator('.driver-active-element').boundingBox();
        if (!box || !part) throw new Error(`nothing to measure at step ${at + 1} of ${path}`);
        expect(
          [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= 844],
          `step ${at + 1} of ${path}`,
        ).toEqual(Array(4).fill(true));
        expect(part.y + Math.min(part.height, 120), `step ${at + 1} of ${path}`).toBeLessThanOrEqual(844);
        expect(part.y + part.height, `step ${at + 1} of ${path}`).toBeGreaterThan(0);
        if (at === 0) await expectCleanNow(page, `the tour over ${path}`);
        await page.keyboard.press('Enter');
      }
      await expect(popover(page)).toHaveCount(0);
      await profileWith(member, path === '/listings/create' ? 'firstSale' : 'firstPurchase');
    }
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[UI-10] the offer leads to the same steps as a page to read, and can be declined', async ({
    newMember,
    visitor,
  }) => {
    const member = await newMember();
    await member.page.close();
    const context = member.context.browser();
    const plain = await context?.newContext({
      javaScriptEnabled: false,
      storageState: await member.context.storageState(),
    });
    const page = (await plain?.newPage()) as Page;
    const address = (path: string) => new URL(path, process.env.E2E_URL).href;
    await page.goto(address('/browse?sort=price_asc'));
    await start(page).click();
    await expect(page).toHaveURL(address('/guides#buying'));
    for (const title of [...buying, ...selling])
      await expect(page.getByRole('heading', { level: 3, name: title })).toHaveCount(1);
    await page.goto(address('/browse?sort=price_asc'));
    await offer(page).getByRole('button', { name: 'Dismiss tour' }).click();
    await expect(page).toHaveURL(address('/browse?sort=price_asc'));
    await expect(offer(page)).toHaveCount(0);
    expect(await profileWith(member, 'firstPurchase')).toMatchObject({ tutorialPreferences: { firstPurchase: true } });
    await plain?.close();
    await visitor.goto('/guides');
    await expect(visitor.getByRole('link', { name: 'Browse cards' })).toHaveAttribute('href', '/browse');
  });
});

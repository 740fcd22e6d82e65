import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const others = ['dark', 'midnight'];
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * What axe finds on the page as it stands, in words. The rules of structure do not depend on the theme: all rules in
 * light, and the contrast of the same page in the other two. `isAgain`: the page has been looked at, in another width;
 * in the other themes what has no other colours than then is not looked at once more.
 */
export async function violationsOf(page: Page, name: string, { isAgain = false } = {}): Promise<string[]> {
  // The bar of a page that has just come fades for a moment, beside everything else.
  await page.locator('.route-progress').waitFor({ state: 'hidden' });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found = await look(page, `${name} in light`, { type: 'tag', values: tags });
  const fresh = await keepColours(page);
  for (const theme of isAgain && fresh === 0 ? [] : others) {
    await show(page, theme);
    found.push(...(await look(page, `${name} in ${theme}`, { type: 'rule', values: ['color-contrast'] }, isAgain)));
  }
  await show(page, 'light');
  found.push(...(await idsTwice(page)).map((id) => `${name}: two elements of the id ${id}`));
  return found;
}

/** What it finds on the page at 1440 px and then, drawn anew, at 390 px; it is wide again after it. */
export async function violationsWideAndNarrow(page: Page, name: string): Promise<string[]> {
  await page.setViewportSize(wide);
  const found = await violationsOf(page, `${name}, wide`);
  await page.setViewportSize(narrow);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  found.push(...(await violationsOf(page, `${name}, narrow`, { isAgain: true })));
  await page.setViewportSize(wide);
  return found;
}

/**
 * Axe is brought into a page once: its 650 kB are read by the browser each time. No page of ours has a frame, and of
 * what passes nothing is described.
 */
async function look(page: Page, name: string, runOnly: RunOptions['runOnly'], isFreshAlone = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([options, freshAlone]) => {
      const { axe: here, fresh } = window as unknown as { axe: typeof axe; fresh: Element[] };
      return (await here.run(freshAlone ? { include: fresh } : document, options)).violations.map(({ id, nodes }) => ({
        id,
        at: nodes.map(({ target }) => target.join(' ')),
      }));
    },
    [{ runOnly, resultTypes: ['violations'] } as RunOptions, isFreshAlone] as const,
  );
  return violations.map(({ id, at }) => `${name}: ${id} at ${at.join(' | ')}`);
}

/**
 * Keeps on the page in which colours each text stands, and answers how many stand in others than at the look before, or
 * were not seen then.
 */
function keepColours(page: Page): Promise<number> {
  return page.evaluate(() => {
    const here = window as unknown as { fresh: Element[]; colours?: WeakMap<Element, string> };
    const before = here.colours ?? new WeakMap<Element, string>();
    const now = new WeakMap<Element, string>();
    const all = new WeakMap<Element, string>();
    here.fresh = [];
    // Parents come before their children: what lies behind a text is theirs.
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(element);
      const behind = `${(element.parentElement && all.get(element.parentElement)) ?? ''} ${backgroundColor} ${backgroundImage} ${opacity}`;
      all.set(element, behind);
      const isText =
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (!isText) continue;
      const size = Number.parseFloat(fontSize) * (Number(fontWeight) >= 700 ? 4 / 3 : 1) >= 24 ? 'large' : 'small';
      const colours = `${color} ${size} on ${behind}`;
      now.set(element, colours);
      if (before.get(element) !== colours) here.fresh.push(element);
    }
    here.colours = now;
    return here.fresh.length;
  });
}

/** The page that stands, in another theme, as the menu of themes shows it: without a transition on the way. */
async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.themeSwap = '';
    document.documentElement.dataset.theme = name;
  }, theme);
}

/**
 * The looker's own rule of this is given up, since a parser of today minds no such id; a label and a link to a mistake
 * do.
 */
function idsTwice(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
  });
}

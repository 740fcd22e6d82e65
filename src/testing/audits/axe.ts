import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const others = ['dark', 'midnight'];
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * The violations that axe finds on a page, as sentences. All rules in the light theme, since structure does not depend
 * on the theme, and colour contrast in the other two. `isAgain`: the page was checked in another width; in the other
 * themes only elements with new colours are checked.
 */
export async function violationsOf(page: Page, name: string, { isAgain = false } = {}): Promise<string[]> {
  // The progress bar of a new page fades for a moment, above the page.
  await page.locator('.route-progress').waitFor({ state: 'hidden' });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found = await runAxe(page, `${name} in light`, { type: 'tag', values: tags });
  const fresh = await recordColours(page);
  for (const theme of isAgain && fresh === 0 ? [] : others) {
    await show(page, theme);
    found.push(...(await runAxe(page, `${name} in ${theme}`, { type: 'rule', values: ['color-contrast'] }, isAgain)));
  }
  await show(page, 'light');
  found.push(...(await duplicateIds(page)).map((id) => `${name}: two elements of the id ${id}`));
  return found;
}

/** The violations at 1440 px and then, rendered again, at 390 px; afterwards the page is wide again. */
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
 * Axe is loaded once into a page: the browser parses its 650 kB each time. Our pages have no frames, and passes are not
 * reported.
 */
async function runAxe(
  page: Page,
  name: string,
  runOnly: RunOptions['runOnly'],
  isFreshAlone = false,
): Promise<string[]> {
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
 * Records the colours of each text element on the page, and returns how many are new or have changed since the last
 * check.
 */
function recordColours(page: Page): Promise<number> {
  return page.evaluate(() => {
    const here = window as unknown as { fresh: Element[]; colours?: WeakMap<Element, string> };
    const before = here.colours ?? new WeakMap<Element, string>();
    const now = new WeakMap<Element, string>();
    const all = new WeakMap<Element, string>();
    here.fresh = [];
    // Parents come before their children: the background of a text is theirs.
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

/** Switches the theme like the theme menu, without a transition. */
async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.themeSwap = '';
    document.documentElement.dataset.theme = name;
  }, theme);
}

/**
 * Axe has deprecated its own rule, since parsers accept duplicate ids; but labels and links then refer to the wrong
 * element.
 */
function duplicateIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
  });
}

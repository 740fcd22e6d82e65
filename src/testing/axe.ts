import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const others = ['dark', 'midnight'];

/**
 * What axe finds on the page as it stands, in words. The rules of structure do not depend on the theme: all rules in light, and the contrast of the same page in
 * the other two.
 */
export async function violationsOf(page: Page, name: string): Promise<string[]> {
  // The bar of a page that has just come fades for a moment, beside everything else.
  await page.locator('.route-progress').waitFor({ state: 'hidden' });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found = await look(page, `${name} in light`, { type: 'tag', values: tags });
  for (const theme of others) {
    await show(page, theme);
    found.push(...(await look(page, `${name} in ${theme}`, { type: 'rule', values: ['color-contrast'] })));
  }
  await show(page, 'light');
  found.push(...(await idsTwice(page)).map((id) => `${name}: two elements of the id ${id}`));
  return found;
}

/** Axe is brought into a page once: its 650 kB are read by the browser each time. No page of ours has a frame, and of what passes nothing is described. */
async function look(page: Page, name: string, runOnly: RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const here = (window as unknown as { axe: typeof axe }).axe;
      return (await here.run(document, options)).violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }));
    },
    { runOnly, resultTypes: ['violations'] } as RunOptions,
  );
  return violations.map(({ id, at }) => `${name}: ${id} at ${at.join(' | ')}`);
}

/** The page that stands, in another theme, as the menu of themes shows it: without a transition on the way. */
async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.themeSwap = '';
    document.documentElement.dataset.theme = name;
  }, theme);
}

/** The looker's own rule of this is given up, since a parser of today minds no such id; a label and a link to a mistake do. */
function idsTwice(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
  });
}

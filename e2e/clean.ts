import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const others = ['dark', 'midnight'];

/** The page as it stands, in light. The rules of structure do not depend on the theme: all rules in light, and the contrast of the same page in the other two. */
export async function expectCleanNow(page: Page, name: string): Promise<void> {
  const all = looker(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const found = wordsOf(`${name} in light`, await all.analyze());
  for (const theme of others) {
    await show(page, theme);
    found.push(...wordsOf(`${name} in ${theme}`, await looker(page).withRules(['color-contrast']).analyze()));
  }
  await show(page, 'light');
  found.push(...(await idsTwice(page)).map((id) => `${name}: two elements of the id ${id}`));
  expect(found).toEqual([]);
}

/** The looker's own rule of this is given up, since a parser of today minds no such id; a label and a link to a mistake do. */
function idsTwice(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
  });
}

/** No page of ours has a frame: without looking for some, no further tab is opened for each look. Of what passes nothing is described. */
function looker(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}

function wordsOf(name: string, { violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** The page that stands, in another theme, as the menu of themes shows it: without a transition on the way. */
async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.themeSwap = '';
    document.documentElement.dataset.theme = name;
  }, theme);
}

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { tutorialKeys } from '#features/members/words.ts';
import { guidesWith } from './contract.ts';

const all = Object.values(guidesWith({ hold: '30 minutes', reportWithin: '3 days' }));

test('[UI-10] a guide for each tour that the profile stores, of at most five steps that can be read at a glance', () => {
  expect(all.map(({ key }) => key).sort()).toEqual([...tutorialKeys].sort());
  for (const { steps } of all) {
    expect(steps.length).toBeLessThanOrEqual(5);
    expect(steps.length).toBeGreaterThanOrEqual(3);
    for (const { title, text } of steps) {
      expect(title.length, title).toBeLessThanOrEqual(40);
      expect(text.length, text).toBeLessThanOrEqual(160);
      // The library writes both as HTML.
      expect(`${title}${text}`).not.toMatch(/[<>&]/);
    }
  }
});

test('[UI-10] every element that a step points at is named in a page', () => {
  const said = execFileSync(
    'git',
    ['grep', '-h', '--untracked', 'data-guide', '--', 'src/app/*.tsx', 'src/features/*.tsx', 'src/ui/*.tsx'],
    {
      encoding: 'utf8',
    },
  );
  const isNamed = (anchor: string) =>
    [`'${anchor}'`, `"${anchor}"`].some((name) => said.includes(name)) ||
    (anchor.startsWith('list-') && said.includes('{`list-'));
  const anchors = all.flatMap(({ steps }) => steps.flatMap((step) => step.anchors));
  expect(anchors.filter((anchor) => !isNamed(anchor))).toEqual([]);
});

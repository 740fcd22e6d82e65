import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { type Looks, looks, prepareLooks, refusing } from '../browser/page-looks.testing.ts';

/** Classes that no sheet of their page has a rule for, each with the reason why that is no mistake. */
const withoutRule: Readonly<Record<string, string>> = {
  active: 'React Router gives it to each link to where one is; our sheets go by aria-current.',
};

/**
 * Pages in other states than those in which axe looks at them: what is fetched as a part of its own may be in them
 * alone.
 */
const states = [
  ...['draft', 'active', 'paused', 'bargain'].flatMap((id) => [
    `victim /listings/{${id}}`,
    `visitor /listings/{${id}}`,
  ]),
  ...['/browse?view=table', '/browse?view=compact', '/browse?q=zzqxzzqx', '/browse?q=a%3A', '/profile/{member}'].map(
    (path) => `victim ${path}`,
  ),
];

/** Beside those who look at each page: what a page leaves out for one of them may be in it for the other. */
const always = ['visitor', 'victim'];

describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('the sheets of each page', () => {
  let market: TestMarket;
  let prepared: Looks;
  beforeAll(async () => {
    market = await startTestMarket({ pages: true });
    prepared = await prepareLooks(market);
  }, 120_000);
  afterAll(() => market?.close());

  const sheets = new Map<string, Promise<Set<string>>>();
  /** The classes that a sheet of the build has rules for. */
  function classesOf(href: string): Promise<Set<string>> {
    const read = sheets.get(href) ?? fetch(market.url + href).then(async (answer) => ruledClasses(await answer.text()));
    sheets.set(href, read);
    return read;
  }

  const unused = new Set(Object.keys(withoutRule));

  async function missing(who: string, path: string): Promise<string[]> {
    const cookie = await prepared.cookieOf(who);
    const answer = await fetch(market.url + path, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
    });
    if (answer.status !== 200 && !refusing.test(path)) return [];
    const html = await answer.text();
    const linked = [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].flatMap(
      ([link]) => /href="([^"]+)"/.exec(link)?.[1] ?? [],
    );
    expect(linked.length, path).toBeGreaterThan(0);
    const ruled = new Set<string>();
    for (const href of linked) for (const name of await classesOf(href)) ruled.add(name);
    const lacking = [...usedClasses(html)].filter((name) => !ruled.has(name));
    for (const name of lacking) unused.delete(name);
    return lacking.filter((name) => !(name in withoutRule)).sort();
  }

  test.each([...Object.entries(looks), ['other states', states] as const])(
    'have a rule for each class of its HTML, for a visitor and for members: %s',
    { timeout: 60_000 },
    async (_, those) => {
      for (const look of those) {
        const [whose = '', address = ''] = look.split(' ');
        const path = prepared.filled(address);
        for (const who of new Set([whose, ...always]))
          expect({ [`${who} ${path}`]: await missing(who, path) }).toEqual({ [`${who} ${path}`]: [] });
      }
    },
  );

  test('the list of classes without a rule names none that has one, or that no page uses', () => {
    expect([...unused]).toEqual([]);
  });
});

test('classes are read from HTML and from sheets as browsers do', () => {
  expect([...usedClasses('<p class="a b:c"><i class="d"><script>"class=\\"no\\""</script>')]).toEqual([
    'a',
    'b:c',
    'd',
  ]);
  expect([...ruledClasses('.a .b\\:c{x:url("f.woff2")}.d:is(.e,.f\\.5)>g{}@media (width>1.5px){.h{}}')]).toEqual([
    'a',
    'b:c',
    'd',
    'e',
    'f.5',
    'h',
  ]);
});

function usedClasses(html: string): Set<string> {
  const markup = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
  const names = [...markup.matchAll(/<[^>]*?\sclass="([^"]*)"/g)].flatMap(([, classes = '']) =>
    classes.split(/\s+/).filter(Boolean),
  );
  return new Set(
    names.map((name) =>
      name.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&#x27;', "'"),
    ),
  );
}

function ruledClasses(css: string): Set<string> {
  const bare = css.replace(/"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\//g, '');
  const names = [...bare.matchAll(/\.(-?(?:[a-z_]|\\.)(?:[\w-]|\\.)*)(?=[^{};]*\{)/gi)].map(([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  );
  return new Set(names);
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { plainText } from '#app/pages/dashboard/find-entries.ts';
import { deadlineProofs } from '#app/pages/help/deadline-proofs.testing.ts';
import type { Order } from '#features/orders/contract.ts';
import { orderEmailNames } from '#features/orders/emails/order.emails.ts';
import { totalsOf } from '#features/orders/model/order.rules.ts';
import { guidesWith } from '#features/tutorials/contract.ts';
import { dayMs, hourMs, lasting, minuteMs } from '#kernel/time.ts';

/** The table with other times, as a maintainer might set them. */
vi.mock('#features/orders/model/order.times.ts', () => ({
  orderTimes: {
    holdMs: 41 * minuteMs,
    sessionSlackMs: minuteMs,
    handOverMs: hourMs,
    shipWithinMs: 11 * dayMs,
    assumeDeliveredMs: 33 * dayMs,
    completeMs: 5 * dayMs,
  },
  orderDeadlines: { hold: '41 minutes', sendWithin: '11 days', arrivedAfter: '33 days', reportWithin: '5 days' },
}));

vi.mock('#features/reviews/model/review.rules.ts', () => ({
  reviewTimes: {
    writeWithinMs: 61 * dayMs,
    showAfterMs: 9 * dayMs,
    editWithinMs: 25 * hourMs,
    countsAgainMs: 31 * dayMs,
  },
}));

const order = {
  id: 'o1',
  buyer: { username: 'ben' },
  seller: { username: 'mara' },
  items: [{ title: 'Mew', quantity: 1, price: { amount: 300, currency: 'USD' } }],
  shipping: { name: null, price: { amount: 0, currency: 'USD' }, tracked: false },
  totals: {
    items: { amount: 300, currency: 'USD' },
    shipping: { amount: 0, currency: 'USD' },
    total: { amount: 300, currency: 'USD' },
  },
  refunded: { amount: 300, currency: 'USD' },
  tracking: { carrier: 'Post', trackingNumber: null },
  dispute: { reason: 'damaged', text: '' },
  history: [],
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
  paidAt: '2027-01-01T00:00:00.000Z',
} as unknown as Order;

const stale = /\b(30|thirty)[ -]minutes?\b|\b(7|seven|3|three|21)[ -]days?\b|half an hour|three weeks/i;

test('the sentences of pages, letters, refusals and guides follow the table of times', async () => {
  const { default: Deadlines } = await import('#features/orders/components/deadlines.tsx');
  const { faqGroups } = await import('#app/pages/help/faq-entries.tsx');
  const { writeOrderEmail: writeOrderLetter } = await import('#features/orders/emails/order.email-texts.ts');
  const { orderDeadlines } = await import('#features/orders/words.ts');
  const said = {
    promises: renderToStaticMarkup(createElement(Deadlines)).replaceAll(/<[^>]+>/g, ''),
    faq: faqGroups
      .flatMap((group) => group.entries.map((entry) => `${entry.question} ${plainText([entry.answer])}`))
      .join('\n'),
    guides: JSON.stringify(guidesWith(orderDeadlines)),
    letters: orderEmailNames.map((name) => JSON.stringify(writeOrderLetter(name, order, ''))).join('\n'),
  };
  expect(said.promises).toBe(
    'Reserved for 41 minutes while you pay securely.Not shipped within 11 days? Cancel for a full refund.' +
      'Not as described? Report it within 5 days of delivery.',
  );
  for (const words of [
    'reserved for 41 minutes',
    'for the rest of the 41 minutes',
    'for 5 days after delivery',
    'within 11 days',
    'delivered after 33 days',
    'completed 5 days later',
    'for 61 days',
    'or 9 days after',
    'for 25 hours',
  ])
    expect(said.faq).toContain(words);
  for (const words of ['Ship by 12 Jan 2027', 'as delivered on 3 Feb 2027', 'completed on 6 Jan 2027, 00:00 UTC'])
    expect(said.letters).toContain(words);
  expect(said.guides).toContain('reserved for you for 41 minutes');
  expect(said.guides).toContain('within 5 days of delivery');
  for (const [where, text] of Object.entries(said)) expect([where, stale.exec(text)?.[0]]).toEqual([where, undefined]);
});

/** Figures of other things that happen to be the same, each with what it is. */
const others: Readonly<Record<string, RegExp>> = {
  // How long a saved intent brings a member back after signing in.
  'src/app/pages/legal/privacy-policy.tsx': /<code>auth_redirect<\/code>,\s+valid 30 minutes/,
};

test('no sentence of the sources has an order’s time in prose', () => {
  const found = sourcesOf('src/app', 'src/features', 'src/ui').flatMap(({ path, text }) => {
    const hit = path.endsWith('order.times.ts') ? null : stale.exec(text.replace(others[path] ?? /$^/, ''));
    return hit ? [`${path}: ${hit[0]}`] : [];
  });
  expect(found).toEqual([]);
});

test('every piece of about, questions, fees and guides names the tests that hold what it promises, and these are there', async () => {
  const { faqGroups } = await import('#app/pages/help/faq-entries.tsx');
  const { orderDeadlines } = await import('#features/orders/words.ts');
  const sections = (page: string) =>
    [...readFileSync(`src/app/pages/legal/${page}.tsx`, 'utf8').matchAll(/^ {10}id: '([a-z-]+)',$/gm)].map(
      ([, id]) => `${page} ${id}`,
    );
  const pieces = [
    ...sections('about'),
    ...sections('fees'),
    ...sections('new-sellers'),
    ...faqGroups.flatMap(({ entries }) => entries.map(({ id }) => `faq ${id}`)),
    ...Object.values(guidesWith(orderDeadlines)).flatMap(({ steps }) => steps.map(({ title }) => `guide ${title}`)),
  ];
  expect(Object.keys(deadlineProofs)).toEqual(pieces);
  const proofs = Object.values(deadlineProofs).flatMap((held) => (held === 'promises nothing' ? [] : held));
  const titles = new Map([...new Set(proofs.map(([file]) => file))].map((file) => [file, titlesIn(file)]));
  expect(proofs.filter(([file, title]) => !titles.get(file)?.includes(title))).toEqual([]);
});

/** What other markets have and this one has not. */
const absent =
  /\b(auctions?|bidding|escrow|store credit|gift cards?|vouchers?|trade[- ]ins?|buy ?lists?|instant payouts?|money[- ]back guarantee|buyer protection|authenticat(e|ed|ion) (centre|center|service|guarantee)|grading service|vaults?|insured|insurance|live chat|by (phone|telephone)|24\/7|app store|google play)\b/i;

test('nothing is promised that the market does not have', async () => {
  const { faqGroups } = await import('#app/pages/help/faq-entries.tsx');
  const { orderDeadlines } = await import('#features/orders/words.ts');
  const said = {
    faq: faqGroups
      .flatMap(({ entries }) => entries.map(({ question, answer }) => `${question} ${plainText([answer])}`))
      .join(' '),
    guides: JSON.stringify(guidesWith(orderDeadlines)),
    about: readFileSync('src/app/pages/legal/about.tsx', 'utf8'),
    fees: readFileSync('src/app/pages/legal/fees.tsx', 'utf8'),
  };
  for (const [where, text] of Object.entries(said)) expect([where, absent.exec(text)?.[0]]).toEqual([where, undefined]);
});

test('no page puts pressure on members: no crowd that watches, no hurry, no last chance', () => {
  const pressing =
    /people (are )?(watching|viewing|looking at)|selling fast|last chance|\bhurry\b|don[’']t miss|almost gone/i;
  const found = sourcesOf('src/app', 'src/features', 'src/ui').flatMap(({ path, text }) => {
    const hit = pressing.exec(text.replace('“12 people are watching”', ''));
    return hit ? [`${path}: ${hit[0]}`] : [];
  });
  expect(found).toEqual([]);
});

test('an order costs what its cards and its post cost, and no fee beside', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 0, max: 99_999 }),
      (price, quantity, post) => {
        const { items, shipping, total } = totalsOf([{ amount: price, quantity }], post);
        expect([items, shipping, total]).toEqual([price * quantity, post, price * quantity + post]);
      },
    ),
  );
});

test('a length of time in words', () => {
  expect([30 * minuteMs, minuteMs, hourMs, 90 * minuteMs, 48 * hourMs, 7 * dayMs, 1_000].map(lasting)).toEqual([
    '30 minutes',
    '1 minute',
    '1 hour',
    '90 minutes',
    '2 days',
    '7 days',
    '1 second',
  ]);
});

/** What stands in the product's files below these folders, without comments. */
function sourcesOf(...folders: string[]): { path: string; text: string }[] {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  });
  return [...new Set(paths.split('\n'))]
    .filter((path) => /\.tsx?$/.test(path) && !/(\.test\.tsx?|testing\.ts)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: withoutComments(readFileSync(path, 'utf8')) }));
}

/** The titles of a file's tests, joined. */
function titlesIn(file: string): string {
  return [...readFileSync(file, 'utf8').matchAll(/\btest\(\s*(['`])(.*)\1/g)].map(([, , title]) => title).join('\n');
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

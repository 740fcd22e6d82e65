import { expect, test } from 'vitest';
import { extractTexts } from './texts/extract.ts';
import { findProblems } from './texts/rules.ts';
import { readerOf, sampleTexts } from './texts.ts';

const textsOf = (source: string, file = 'src/x.tsx') =>
  extractTexts(file, source).map(({ line, kind, text }) => `${line} ${kind} ${text}`);

test('a text of JSX is one text with its variables and nested elements, attributes are texts of their own', () => {
  const source = `const page = (
    <p className="lead big">
      You sent <b title="Your offer">{offers.length} offers</b> to{' '}
      <Link to="/profile">{name}</Link>.
    </p>
  );`;
  expect(textsOf(source)).toEqual(['3 text You sent {length} offers to {name}.', '3 text Your offer']);
});

test('alternatives of a button are its texts', () => {
  expect(textsOf(`<Button busyLabel="Saving…">{isNew ? 'Save' : \`Save \${name}\`}</Button>`)).toEqual([
    '1 button Saving…',
    '1 button Save',
    '1 button Save {name}',
  ]);
});

test('refusals, objects of words and templates are texts', () => {
  const source = `throw new Refusal(409, 'too_late', \`The offer ended on \${formatDate(endsAt)}.\`);
const words = { label: 'Orders', path: '/orders', paid: 'Paid', kind: 'buyer' };
throw notFound('No order');`;
  expect(textsOf(source)).toEqual([
    '1 text The offer ended on {endsAt}.',
    '2 text Orders',
    '2 text Paid',
    '3 text No order',
  ]);
});

test('parts of sentences in files of words are texts', () => {
  const source =
    "const who = by === 'timer' ? 'by the timer' : 'by its owner; paid'; const steps = { seller: 'the seller' };";
  expect(textsOf(source, 'src/order-words.ts')).toEqual(['1 text by the timer', '1 text the seller']);
});

test('code, SQL, errors for developers and log lines are no texts', () => {
  const source = `import a from 'A text b';
throw new Error('This never happens.');
log.info('Something happened here.');
const rows = await tx.query('select a from b where c = $1.');
const text = { text: 'select x from y where z', name: 'Some name' };
if (status === 'Not paid yet.') state = sql\`Not a text.\`;`;
  expect(textsOf(source, 'src/x.server.ts')).toEqual([]);
});

test('refusals in the handler of an address, and errors of the configuration, are texts', () => {
  const source = `app.get('/a path', (c) => {
  throw notFound('There is no such page.');
});
throw new ConfigError(['PORT is missing. Set it.']);`;
  expect(textsOf(source, 'src/x.api.server.ts')).toEqual([
    '2 text There is no such page.',
    '4 text PORT is missing. Set it.',
  ]);
});

test('a text of the API, of a command and of a screen have different readers', () => {
  const of = (kind: 'api' | 'text', file: string) =>
    readerOf({ kind, file, line: 1, start: 0, end: 1, text: 'Ready.' });
  expect([of('api', 'src/x.api.server.ts'), of('text', 'dev/admin.ts'), of('text', 'src/x.tsx')]).toEqual([
    'api',
    'host',
    'screen',
  ]);
});

test('descriptions of the API are apart', () => {
  const source = "const call = { summary: 'Reads an order.' }; z.string().describe('The id of it.');";
  expect(textsOf(source, 'src/x.api.server.ts')).toEqual(['1 api Reads an order.', '1 api The id of it.']);
});

test.each([
  ['Somebody has paid for the post.', ['word', 'word']],
  ['Ask the operator of this market.', ['word', 'word']],
  ["You can't do that...", ['sign', 'sign']],
  [`${'word '.repeat(26)}end. Short.`, ['length']],
  ['The title may have at most 80 characters.', ['word']],
  ['Combine search operators. Send a POST request.', []],
  ['The market price of a wanted post stands for its value.', []],
  ['You’ll see it here. Add a price, for example “34.50”.', []],
])('findings in “%s”', (text, rules) => {
  const one = { file: 'src/x.tsx', line: 1, start: 0, end: 1, text, kind: 'text' } as const;
  expect(findProblems(one).map(({ rule }) => rule)).toEqual(rules);
});

test('a button needs a verb and an object, but for well-known ones', () => {
  const button = (text: string) => ({ file: 'src/x.tsx', line: 1, start: 0, end: 1, text, kind: 'button' }) as const;
  const all = ['Show', 'Save', 'Loading…', 'Publish listing'].map(button);
  expect(all.flatMap(findProblems).map(({ text, rule }) => [text.text, rule])).toEqual([['Show', 'button']]);
});

test('an admin’s page may say operator', () => {
  const one = { line: 1, start: 0, end: 1, text: 'Ask an operator.', kind: 'text' } as const;
  expect(findProblems({ ...one, file: 'src/features/admin/x.tsx' })).toEqual([]);
});

test('a seed gives the same sample again, each text once', () => {
  const texts = Array.from({ length: 40 }, (_, n) => ({
    ...{ file: 'src/x.tsx', line: n, start: 0, end: 1, kind: 'text' as const },
    text: `Text ${n % 20}`,
  }));
  const sample = sampleTexts(texts, 10, 7);
  expect(sampleTexts(texts, 10, 7)).toEqual(sample);
  expect(sampleTexts(texts, 10, 8)).not.toEqual(sample);
  expect(new Set(sampleTexts(texts, 40, 7).map(({ text }) => text)).size).toBe(20);
});

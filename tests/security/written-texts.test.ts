import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { writeSitemap } from '#app/server/sitemap.server.ts';
import { writeTable } from '#features/imports/write/write-table.ts';
import { writeFeed } from '#features/listings/feed/write-feed.ts';
import { listed, premium } from '#features/listings/testing.ts';
import { withoutUnwritable } from '#kernel/text/plain-text.ts';
import { composeEmail } from '#platform/mail/email.ts';
import { openPdf } from '#platform/pdf/document.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/**
 * Whatever a text holds, what we write of it can be read by who reads such documents: XML by libxml2 (PostgreSQL's),
 * JSON, CSV and PDF by their parsers, and it says the text.
 */
const isBuilt = existsSync(join(buildFolder, 'server/index.js'));
const hostile = [
  'Fan ]]> art',
  ']]>',
  '<![CDATA[',
  ']]]]><![CDATA[>',
  ']]> twice ]]><img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</title></item>',
  '<!-- -->',
  '&amp; & &#0; &lol;',
  '"\'`',
  'a\u0001b\u001fc',
  'a\0b',
  'a\u007fb\u0085c',
  'a\ufffeb\uffffc',
  'a\ud800b',
  '\udfff',
  '🃏 \u{10ffff}',
  'مرحبا ピカチュウ',
  '=1+1',
  'one\r\ntwo\tthree',
  'Bcc: x@example.test\r\n\r\nbody',
  '\u2028\u2029\ufeff\u202e',
];
const pieces = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const random = fc.sample(
  fc.array(pieces, { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
  { numRuns: 2_000, seed: 33 },
);
const texts = [...hostile, ...random];

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: isBuilt });
  seller = await premium(market, await market.signUp('writes_strangely'));
}, 60_000);
afterAll(() => market?.close());

/** What stands at a path of an XML document. Throws where it is none. */
async function inXml(document: string, path: string): Promise<string[]> {
  const { rows } = await market.platform.pool.query<{ found: string }>(
    "select unnest(xpath($2, xmlparse(document $1), array[array['s', 'http://www.sitemaps.org/schemas/sitemap/0.9']]))::text as found",
    [document, path],
  );
  return rows.map(({ found }) => unescaped(found));
}
/** PostgreSQL writes a text node as it would stand in XML. */
const unescaped = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#13;', '\r')
    .replaceAll('&amp;', '&');
/** As an XML parser reads line ends. */
const asRead = (text: string) => withoutUnwritable(text).replace(/\r\n?/g, '\n');

test('a feed of any texts is XML that says them', async () => {
  const items = texts.map((text, n) => ({
    link: `https://market.test/listings/${n}`,
    title: `T${text}`,
    description: `D${text}`,
    date: new Date(0),
  }));
  for (const title of hostile) {
    const one = writeFeed({
      title: `T${title}`,
      link: 'https://market.test/browse',
      self: 'https://market.test/browse.rss',
      brand: 'Market',
      items: [],
    });
    expect(await inXml(one, '/rss/channel/title/text()')).toEqual([asRead(`T${title}`)]);
  }
  const feed = writeFeed({
    title: 'All',
    link: 'https://market.test/browse',
    self: 'https://market.test/browse.rss?q=%22',
    brand: 'Market',
    items,
  });
  expect(await inXml(feed, '/rss/channel/item/title')).toHaveLength(texts.length);
  const titles = await inXml(feed, '/rss/channel/item/title/text()');
  expect(titles.join('')).toEqual(texts.map((text) => asRead(`T${text}`)).join(''));
  // A description is HTML within: nothing that was typed is a tag of it.
  const said = (await inXml(feed, '/rss/channel/item/description/text()')).join('');
  expect(said).not.toMatch(/<|&(?!amp;|lt;|gt;|quot;|#39;)/);
});

test('a sitemap of any addresses is XML that says them', async () => {
  const document = writeSitemap(texts.map((text) => `https://market.test/profile/${text}`));
  const found = await inXml(document, '/s:urlset/s:url/s:loc/text()');
  expect(found).toEqual(texts.map((text) => asRead(`https://market.test/profile/${text}`)));
});

test('a table of any texts is CSV that says them, and no formula', () => {
  const rows = texts.map((text, n) => [String(n), text]);
  const read = parseCsv(Buffer.from(writeTable(rows)), { record_delimiter: '\r\n' }) as string[][];
  expect(read.map(([, text = '']) => text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ''))).toEqual(
    texts.map((text) => text.toWellFormed()),
  );
  expect(read.filter(([, text = '']) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
});

test('a paper of any texts is a PDF with a page for each hundred', { timeout: 120_000 }, async () => {
  const pdf = await openPdf('Any texts', texts);
  for (const [n, text] of texts.entries()) {
    if (n % 100 === 0) pdf.page();
    pdf.write(`n${n} ${text}`, { x: 20, y: 10 + (n % 100) * 8, width: 500 });
  }
  const document = await getDocumentProxy(new Uint8Array(await pdf.end()));
  expect(document.numPages).toBe(Math.ceil(texts.length / 100));
  const { items } = await (await document.getPage(1)).getTextContent();
  expect(items.map((item) => ('str' in item ? item.str : '')).join(' ')).toContain('n99');
});

test('a mail of any texts is sent and says them, with no header and no tag of their own', async () => {
  const to = 'reader@example.test';
  for (const [n, text] of texts.entries()) {
    const email = composeEmail({
      to,
      subject: `S${text}`,
      brand: 'Market',
      logo: null,
      paragraphs: [`P${text}`],
      rows: [['Card', text]],
      footer: 'Because.',
    });
    for (const part of [email.subject, email.text, email.html])
      expect(part, JSON.stringify(text)).toBe(withoutUnwritable(part));
    expect(email.subject).not.toMatch(/[\r\n]/);
    expect(
      email.html.replace(/<\/?(!doctype|html|head|meta|title|body|table|tr|td|p|br|a)\b[^<>]*>/gi, ''),
      JSON.stringify(text),
    ).not.toMatch(/[<>]/);
    if (n < hostile.length) await market.platform.mail.send(email, `any-text-${n}`);
  }
  const { body } = await market.request('GET', `/sandbox/mail.json?to=${to}`);
  expect(body.map((mail: { subject: string }) => mail.subject).sort()).toEqual(
    hostile
      .map((text) =>
        withoutUnwritable(`S${text}`)
          .replace(/[\r\n]+/g, ' ')
          .trim(),
      )
      .sort(),
  );
});

test('what no text may hold is refused where a text comes in', async () => {
  for (const text of ['a\u0001b', 'a\0b', 'a\ufffeb', 'a\uffffb', 'a\ud800b', '\udfff', 'a\u0085b']) {
    const answers = await Promise.all([
      market.request('POST', '/api/listings', {
        as: seller,
        body: {
          game: 'other',
          name: text,
          condition: 'good',
          price: { amount: 500, currency: 'USD' },
          status: 'draft',
        },
      }),
      market.request('PATCH', '/api/profile', { as: seller, body: { bio: text } }),
      market.request('POST', '/api/wanted', { as: seller, body: { title: text, game: 'pokemon' } }),
      market.request('POST', '/api/want-lists', { as: seller, body: { name: text } }),
    ]);
    expect(
      answers.map(({ status, body }) => [status, body.code]),
      JSON.stringify(text),
    ).toEqual(answers.map(() => [422, 'invalid']));
  }
});

test.skipIf(!isBuilt)(
  'names that are stored as no form takes them break neither feed, page, sitemap nor file',
  { timeout: 60_000 },
  async () => {
    // PostgreSQL keeps neither NUL nor half of a pair.
    const stored = texts.slice(0, 400).map((text) => text.toWellFormed().replaceAll('\0', ''));
    const names = Array.from({ length: 40 }, (_, n) => `N${stored.filter((_text, at) => at % 40 === n).join(' ')}`);
    const made = [];
    for (const name of names) {
      const { id } = await listed(market, seller, { game: 'pokemon', name: 'Plain' });
      await market.platform.pool.query('update listing set name = $2 where id = $1', [id, name]);
      made.push({ id, name });
    }
    await market.runJobs();
    const feed = String((await market.request('GET', '/browse.rss?game=pokemon', { as: seller })).body);
    const titles = (await inXml(feed, '/rss/channel/item/title/text()')).join('');
    for (const { name } of made) expect(titles, JSON.stringify(name)).toContain(asRead(name));
    for (const { id, name } of made) {
      const page = String((await market.request('GET', `/listings/${id}`, { as: seller })).body);
      const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
      expect(JSON.stringify(JSON.parse(data)), name).toContain(JSON.stringify(name).slice(1, 20));
    }
    const index = String((await market.request('GET', '/sitemap.xml')).body);
    const parts = await inXml(index, '/s:sitemapindex/s:sitemap/s:loc/text()');
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      const { body } = await market.request('GET', new URL(part).pathname);
      expect((await inXml(String(body), '/s:urlset')).length, part).toBe(1);
    }
    const csv = String((await market.request('GET', '/api/listings/export.csv', { as: seller })).body);
    const rows = parseCsv(csv, { record_delimiter: '\r\n', columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(made.length);
  },
);

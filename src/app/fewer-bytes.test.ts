import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewerBytes } from './fewer-bytes.server.ts';

const script = (text: string) =>
  `<script nonce="n">window.__reactRouterContext.streamController.enqueue(${JSON.stringify(text).replaceAll('<', '\\u003c')});</script>`;

/** What the page's script would be given. */
function enqueued(html: string): string {
  const given: string[] = [];
  const window = { __reactRouterContext: { streamController: { enqueue: (text: string) => given.push(text) } } };
  new Function('window', html.replace(/^<script nonce="n">|<\/script>$/g, ''))(window);
  return given.join('');
}

test('[10-3] the data of a page are the same text to its script, whatever stands in them, with fewer letters', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('"', "'", '\\', '\\"', "\\'", '</script>', '\u2028', '")'),
      (text, hard) => {
        const value = `["${text}${hard}${text}"]`;
        const light = fewerBytes(script(value));
        expect(enqueued(light)).toBe(value);
        expect(light).not.toContain('</script></script>');
      },
    ),
  );
  const value = JSON.stringify({ id: 'a', name: 'Pikachu' });
  expect(fewerBytes(script(value)).length).toBe(script(value).length - 8);
});

test('[10-3] marks that nobody reads go, what a member wrote stays', () => {
  expect(fewerBytes('<a href="/browse" data-discover="true">Say data-discover=&quot;true&quot;</a>')).toBe(
    '<a href="/browse">Say data-discover=&quot;true&quot;</a>',
  );
  expect(
    fewerBytes('<link rel="modulepreload" href="/a.js" nonce="n"/><link nonce="n" rel="stylesheet" href="/a.css"/><script nonce="n">1</script>'),
  ).toBe('<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/><script nonce="n">1</script>');
  const picture = (more = '') => `<link rel="preload" as="image" imageSrcSet="/a/160.webp 160w, /a/320.webp 320w" imageSizes="64px"${more}/>`;
  const first = picture(' fetchPriority="high"');
  expect(fewerBytes(`${picture()}${first}<link rel="preload" href="/f.woff2" as="font"/>`)).toBe(
    `${first}<link rel="preload" href="/f.woff2" as="font"/>`,
  );
});

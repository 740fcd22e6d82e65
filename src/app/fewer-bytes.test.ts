import { expect, test } from 'vitest';
import { fewerBytes } from './fewer-bytes.server.ts';

const lighter = (html: string) => fewerBytes(html).join('');

test('[10-3] marks that nobody reads go, scripts get a low priority, what a member wrote stays', () => {
  expect(lighter('<a href="/browse" data-discover="true">Say data-discover=&quot;true&quot;</a>')).toBe(
    '<a href="/browse">Say data-discover=&quot;true&quot;</a>',
  );
  expect(
    lighter('<link rel="modulepreload" href="/a.js" nonce="n"/><link nonce="n" rel="stylesheet" href="/a.css"/><script nonce="n">1</script>'),
  ).toBe('<link rel="modulepreload" fetchpriority="low" href="/a.js"/><link rel="stylesheet" href="/a.css"/><script nonce="n">1</script>');
  const picture = (more = '') => `<link rel="preload" as="image" imageSrcSet="/a/160.webp 160w, /a/320.webp 320w" imageSizes="64px"${more}/>`;
  const first = picture(' fetchPriority="high"');
  expect(lighter(`${picture()}${first}<link rel="preload" href="/f.woff2" as="font"/>`)).toBe(
    `${first}<link rel="preload" href="/f.woff2" as="font"/>`,
  );
});

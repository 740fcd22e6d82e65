import { expect, test } from 'vitest';
import type { LiveNeeds } from '#platform/realtime/needs.ts';
import { holdBack } from './hold-back.server.ts';

/** In two pieces, as a page comes; put together again. */
const held = (html: string, watch: string, needs: LiveNeeds) => {
  const head = html.indexOf('</head>');
  return holdBack([html.slice(0, head), html.slice(head)], watch, needs)?.join('') ?? null;
};

const quiet = { line: null, queries: [] };
const script = 'import * as route0 from "/assets/root.js";\nwindow.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/entry.js");';
const page = (nonce = ' nonce="n0nce"', module = `<script${nonce} type="module" async="">${script}</script>`) =>
  `<html><head><link rel="modulepreload" nonce="n0nce" href="/assets/entry.js"/><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/assets/root.js"/></head><body><p>For sale</p><script${nonce}>window.x = 1</script>${module}</body></html>`;

test('[10-4] the module script becomes text under its own nonce, with the files that were to be fetched; all else stays', () => {
  expect(held(page(), '/assets/watch-1.js', quiet)).toBe(
    `<html><head><link rel="stylesheet" href="/a.css"/></head><body><p>For sale</p><script nonce="n0nce">window.x = 1</script>` +
      `<script nonce="n0nce" type="text/plain" data-held="/assets/entry.js /assets/root.js" data-watch="/assets/watch-1.js">${script}</script></body></html>`,
  );
});

test('[10-4] what a page listens to stands beside it, only where the page keeps a line', () => {
  const queries: [string, Record<string, string>][] = [['listing', { id: '"><b>' }]];
  expect(held(page(), '/w.js', { line: { since: 7 }, queries })).toContain(
    ' data-live="{&quot;since&quot;:7,&quot;queries&quot;:[[&quot;listing&quot;,{&quot;id&quot;:&quot;\\&quot;&gt;&lt;b&gt;&quot;}]]}"',
  );
  expect(held(page(), '/w.js', { line: null, queries })).not.toContain('data-live');
});

test('[10-4] a page that looks otherwise than expected is left alone', () => {
  expect(held(page('', ''), '/w.js', quiet)).toBeNull();
  expect(held(page('', '<script type="module" src="/assets/all.js"></script>'), '/w.js', quiet)).toBeNull();
  expect(held(page().replace('<p>', page()), '/w.js', quiet)).toBeNull();
});

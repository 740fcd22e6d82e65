import { cpuUsage } from 'node:process';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { readMarkdown } from './read-markdown.ts';
import { plainText } from './rich-text.ts';
import RichText from './rich-text.tsx';

const html = (source: string) =>
  renderToStaticMarkup(
    <RichText blocks={readMarkdown(source)} link={(to, words) => <span title={`Leads to ${to}`}>{words}</span>} />,
  );
const inside = (source: string) => html(source).replace(/^<div class="rich" dir="auto">(.*)<\/div>$/s, '$1');

describe('[EN-06] Markdown as it is shown', () => {
  test.each([
    ['**Bold** and _slanted_ `as is`', '<p><strong>Bold</strong> and <em>slanted</em> <code>as is</code></p>'],
    ['# One\n\n#### Four', '<h3>One</h3><h3>Four</h3>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['```\n<b>\n```', '<pre>&lt;b&gt;</pre>'],
    ['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
    ['[shop](https://Example.com/a?b=1)', '<p><span title="Leads to https://example.com/a?b=1">shop</span></p>'],
    ['[a *b*][r]\n\n[r]: http://x.test', '<p><span title="Leads to http://x.test/">a <em>b</em></span></p>'],
  ])('%j', (source, shown) => {
    expect(inside(source)).toBe(shown);
  });
  test('a broken line stays broken, as where it was written as text', () => {
    expect(inside('Sleeved since 1999\nOne scratch, see photo 2')).toBe(
      '<p>Sleeved since 1999\nOne scratch, see photo 2</p>',
    );
  });
  test('a picture becomes its alt text; HTML and links of other schemes stay as typed', () => {
    expect(inside('![back of the card](https://evil.test/pixel.gif)')).toBe('<p>back of the card</p>');
    expect(inside('<b onclick="x()">hi</b>')).toBe('<p>&lt;b onclick=&quot;x()&quot;&gt;hi&lt;/b&gt;</p>');
    for (const to of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'mailto:a@b.test',
      '/admin',
      '//evil.test',
      'JaVaScRiPt:alert(1)',
    ])
      expect(inside(`[x](${to})`)).toBe(`<p>[x](${to})</p>`);
  });
  test('its words alone', () => {
    expect(
      plainText(readMarkdown('# Mint\n\n- **no** marks\n- `PSA`\n\n> [by](https://a.test) me\n\n---\n\n    code')),
    ).toBe('Mint\nno marks\nPSA\nby me\ncode');
  });
});

/**
 * Tags with their attributes as `RichText` renders them; anything else in angle brackets came from the text.
 */
const allowed =
  /^<(\/?(p|h3|ul|ol|li|blockquote|pre|code|strong|em|span|div)|hr\/|ol start="\d+"|div class="rich" dir="auto"|span title="Leads to https?:\/\/[^"]*")>$/;

function foreignTags(source: string): string[] {
  return (html(source).match(/<[^>]*>?/g) ?? []).filter((tag) => !allowed.test(tag));
}

describe('[EN-06] what attacks a page by Markdown', () => {
  const scripts = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<a href="javascript:alert(1)">x</a>',
    '<math><mtext></p><img src onerror=alert(1)>',
    '<style>@import "//evil.test"</style>',
    '<!--><img src onerror=alert(1)>-->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '"><script>alert(1)</script>',
    "' onmouseover=alert(1) x='",
    '</title><script>alert(1)</script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&#60;img src=x onerror=alert(1)&#62;',
  ];
  const schemes = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    'javascript&colon;alert(1)',
    '%6Aavascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'https://a.test/"onmouseover="alert(1)',
    "https://a.test/'><script>alert(1)</script>",
    'https://a.test\\@evil.test',
    'x:<svg onload=alert(1)>',
  ];
  const carriers = [
    '$',
    '**$**',
    '_$_',
    '`$`',
    '# $',
    '> $',
    '- $',
    '1. $',
    '    $',
    '```$\n$\n```',
    '[$](https://a.test)',
    '[x]($)',
    '[x](<$>)',
    '![$]($)',
    '<$>',
    '[x](https://a.test "$")',
    '[r]\n\n[r]: $',
    '[r]\n\n[r]: <$> "$"',
    '$\n===',
    '$\n---',
    '\\$',
    '|$|\n|-|',
    '[$][$]',
    '~~$~~',
    'a$b',
    '***$***',
    '> - 1. $',
    '[![x]($)]($)',
    '$\u0000$',
    '\u202e$',
  ];
  const around = ['$', '\n\n$\n\n', 'x $ y', '$$', '\t$'];

  test('2,000 strings and more leave nothing but what is allowed', () => {
    const strings = [...scripts, ...schemes].flatMap((bad) =>
      carriers.flatMap((carrier) =>
        around.map((outer) => outer.replaceAll('$', () => carrier.replaceAll('$', () => bad))),
      ),
    );
    expect(new Set(strings).size).toBeGreaterThan(2_000);
    expect(strings.filter((text) => foreignTags(text).length > 0)).toEqual([]);
  });
  test('nor do 3,000 texts put together by chance of what Markdown reads', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '[',
      ']',
      '(',
      ')',
      '!',
      '*',
      '_',
      '`',
      '#',
      '\n',
      '\n\n',
      '    ',
      '- ',
      '1. ',
      '> ',
      'javascript:',
      'https://a.test',
      '&lt;',
      '&#0;',
      '\\',
      'a',
      ' ',
      '<svg onload=x>',
      ...scripts,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => foreignTags(parts.join('')).length === 0),
      { numRuns: 3_000 },
    );
  });
  // A reader that is not made for it takes 5 s for some of these.
  test.each([
    '*_',
    '1. ',
    '**a',
    '>',
    '> ',
    '[',
    '![](',
    '[a](',
    '<a ',
    '`a',
    '- ',
    '_a ',
    '[a]: b\n',
    '\\',
    '&#',
    '*a_ ',
  ])('20,000 characters of %j are read within a second', (piece) => {
    const source = piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);
    const before = cpuUsage();
    html(source);
    // The processor's second: what the machine gives to others meanwhile is none of it.
    expect(cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

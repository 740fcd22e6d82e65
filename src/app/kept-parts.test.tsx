import * as fc from 'fast-check';
import { type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Kept, MarkPartContext } from '#ui/kept.tsx';
import { frameMark } from './frame-name.ts';
import { PageParts } from './kept-parts.server.ts';

let drawn = 0;
function Field({ name }: { name: string }) {
  drawn++;
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>{name}</label> of {2} <input id={id} defaultValue={name} />
    </p>
  );
}

/** A page of parts, each named by its word; a word that is no name is drawn each time. */
const page = (words: readonly string[], isNamed: (word: string) => boolean = () => true) => (
  <main>
    {words.map((word, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: words may be the same
      <div key={n}>
        <Kept by={() => (isNamed(word) ? `${n} of ${words.length}: ${word}` : null)}>
          <Field name={word} />
        </Kept>
      </div>
    ))}
    <Field name="last" />
  </main>
);

function kept(of: ReactNode): string {
  const parts = new PageParts();
  return parts.settle([renderToString(<MarkPartContext value={parts.markPart}>{of}</MarkPartContext>)], '').toString();
}

test('[10-3] a page of kept parts is to the letter the page without them, the first time and each time after', () => {
  const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom('', '</p>', '(0)', '=0)', ')', '&gt;', '’'));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), fc.func(fc.boolean()), (words, isNamed) => {
      const plain = renderToString(page(words, isNamed));
      for (let turn = 0; turn < 3; turn++) expect(kept(page(words, isNamed))).toBe(plain);
    }),
  );
});

test('[10-3] a part is drawn once, and anew under another name alone', () => {
  const count = (words: string[]) => {
    drawn = 0;
    kept(page(words));
    return drawn;
  };
  expect(count(['once', 'twice'])).toBe(3);
  expect(count(['once', 'twice'])).toBe(1);
  expect(count(['once', 'thrice'])).toBe(2);
});

test('[10-3] a part inside of a part belongs to it', () => {
  const nested = () => (
    <Kept by={() => 'around'}>
      <section>{page(['inside'])}</section>
    </Kept>
  );
  const plain = renderToString(nested());
  expect([kept(nested()), kept(nested())]).toEqual([plain, plain]);
});

test('[10-5] a page lies in one block, which nothing else has a part of', () => {
  const parts = new PageParts();
  const page = parts.settle(['<body>’s', ' own</body>'], '<script></script>');
  expect(page.toString()).toBe('<body>’s own<script></script></body>');
  expect(page.buffer.byteLength).toBe(page.byteLength);
});

test('[10-5] what nobody has asked for lately goes, so that the texts stay small', () => {
  const long = 'x'.repeat(10_000);
  kept(page([`${long} first`]));
  for (let n = 0; n < 300; n++) kept(page([`${long} ${n}`]));
  drawn = 0;
  kept(page([`${long} first`]));
  expect(drawn).toBe(2);
});

test('[10-3] frames of however many members push no tile out', () => {
  const long = 'x'.repeat(10_000);
  const part = (name: string) => (
    <Kept by={() => name}>
      <Field name={`${long} ${name}`} />
    </Kept>
  );
  kept(part('a tile'));
  for (let n = 0; n < 300; n++) kept(part(`${frameMark}${n}`));
  drawn = 0;
  kept(part('a tile'));
  expect(drawn).toBe(0);
});

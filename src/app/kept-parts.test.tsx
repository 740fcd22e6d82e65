import * as fc from 'fast-check';
import { type CSSProperties, type ReactNode, useId } from 'react';
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

test('[10-5] frames that nobody has asked for lately go, so that the texts stay small', () => {
  const long = 'x'.repeat(10_000);
  const frame = (name: string) => (
    <Kept by={() => frameMark + name}>
      <Field name={`${long} ${name}`} />
    </Kept>
  );
  kept(frame('first'));
  for (let n = 0; n < 300; n++) kept(frame(`${n}`));
  drawn = 0;
  kept(frame('first'));
  expect(drawn).toBe(1);
});

/** A part with three words of its own, one of them twice, once in a longer text and once in attributes. */
const worded = (shape: string, words: { title: string; line?: string | null; place: string }) => (
  <Kept by={() => shape} words={words}>
    {({ title, line, place }) => {
      drawn++;
      return (
        <article aria-label={`Of ${title}`} style={{ '--h': place } as CSSProperties}>
          <a href={`/at/${place}`}>{title}</a> {line && <em>{line}</em>} of {2}
        </article>
      );
    }}
  </Kept>
);

test('[10-3] a part with words is to the letter what React writes, whatever the words are, and is drawn once for all of its shape', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom(...`"'&<>€é_)(=`, '</a>', '_0_', '$&', '<!-- -->'),
  );
  const place = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const words = fc.record({ title: word, line: fc.option(fc.oneof(word, fc.constant(''))), place });
  fc.assert(
    fc.property(fc.array(words, { maxLength: 5 }), (all) => {
      const page = (
        <main>
          {all.map((one, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words may be the same
            <div key={n}>{worded('shape', one)}</div>
          ))}
        </main>
      );
      const plain = renderToString(page);
      for (let turn = 0; turn < 2; turn++) expect(kept(page)).toBe(plain);
    }),
  );
  const count = (...given: Parameters<typeof worded>) => {
    drawn = 0;
    kept(worded(...given));
    return drawn;
  };
  expect(count('other', { title: 'one', line: 'two', place: 'x' })).toBe(1);
  expect(count('other', { title: '’', line: 'four', place: 'y' })).toBe(0);
  // What is not there, or is empty, is of another shape.
  expect(count('other', { title: 'one', place: 'x' })).toBe(1);
  expect(count('other', { title: 'one', line: '', place: 'x' })).toBe(1);
  expect(count('other', { title: 'five', line: null, place: 'z' })).toBe(0);
});

test('[10-5] shapes without end keep no more than some hundreds', () => {
  for (let n = 0; n < 600; n++) kept(worded(`one of many ${n}`, { title: 'a', place: 'b' }));
  drawn = 0;
  kept(worded('one of many 0', { title: 'a', place: 'b' }));
  expect(drawn).toBe(1);
});

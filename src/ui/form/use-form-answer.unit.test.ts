import { expect, test } from 'vitest';
import { lastAnswer } from './use-form-answer.ts';

const saved = { saved: 'Saved.' };
const none = { key: 'a', answer: undefined };

test('the answer of a form outlasts revalidations of its page, until the next answer or another address', () => {
  // The answer comes while the page is still being read for it, and then the location has a new key.
  const early = lastAnswer<object>(none, 'a', saved);
  expect(early).toEqual({ key: 'a', answer: saved });
  const shown = lastAnswer(early, 'b', saved);
  expect(shown).toEqual({ key: 'b', answer: saved });
  for (const gone of [undefined, null]) expect(lastAnswer(shown, 'b', gone as undefined)).toBe(shown);
  expect(lastAnswer(shown, 'c', { problem: 'No.' })).toEqual({ key: 'c', answer: { problem: 'No.' } });
  expect(lastAnswer(shown, 'c', undefined)).toEqual({ key: 'c', answer: undefined });
});

test('an answer that is shown already changes nothing, so that its page is not rendered without end', () => {
  const shown = { key: 'b', answer: saved };
  expect(lastAnswer(shown, 'b', saved)).toBe(shown);
  expect(lastAnswer<object>(none, 'a', undefined)).toBe(none);
});

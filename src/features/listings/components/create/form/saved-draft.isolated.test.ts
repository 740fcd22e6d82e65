import { afterEach, expect, test, vi } from 'vitest';
import { emptyForm } from './listing-form.ts';
import { dropDraft, keepDraft, readDraft } from './saved-draft.ts';

afterEach(() => vi.unstubAllGlobals());

test('what was typed waits in this browser for its owner alone, for two weeks, until it is sent', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
  const typed = { ...emptyForm, name: 'Charizard', price: '34,5' };
  const at = new Date('2026-11-20T12:00:00Z');
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000);
  expect(keepDraft('ann', typed, at)).toBe(true);
  expect(readDraft('ann', later(14))).toEqual(typed);
  expect(readDraft('ann', later(14.01))).toBeNull();
  expect(readDraft('ben', at)).toBeNull();
  dropDraft('ann');
  expect(readDraft('ann', at)).toBeNull();
  // Data of an older page, or edited by hand.
  store.set('listing_draft:ann', JSON.stringify({ form: { price: '5' }, at: at.getTime() }));
  expect(readDraft('ann', at)).toEqual({ ...emptyForm, price: '5' });
  for (const odd of ['', '{', 'null', '{"form":1}', '{"form":{}}']) {
    store.set('listing_draft:ann', odd);
    expect([odd, readDraft('ann', at)]).toEqual([odd, null]);
  }
});

test('a browser without storage is no error', () => {
  vi.stubGlobal('localStorage', undefined);
  expect([keepDraft('ann', emptyForm, new Date()), readDraft('ann', new Date())]).toEqual([false, null]);
  expect(() => dropDraft('ann')).not.toThrow();
});

import { expect, test } from 'vitest';
import { refusalCode, refusalSentence } from './refusal-sentences.ts';

const said = (code: string) => refusalSentence(refusalCode({ code }));

test('every refusal of a plain form beyond the feature’s own reasons has its sentence', () => {
  expect(said('suspended')).toBe('Your account is suspended.');
  expect(said('bad_multipart')).toBe('Couldn’t upload the photos. Try again.');
  expect(said('files_away')).toBe('Photos are temporarily unavailable. Try again in a minute.');
  expect(said('time_over')).toBe('This listing ended while it was paused. Renew it to list it again.');
});

test('an address cannot inject text into a page', () => {
  expect(said('no_such_code')).toBe('Couldn’t update the listing. Reload the page and try again.');
  expect([refusalSentence('no_such_code'), refusalSentence('toString'), refusalSentence(null)]).toEqual([
    null,
    null,
    null,
  ]);
});

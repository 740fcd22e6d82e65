import { expect, test } from 'vitest';
import { countSubmissions, isSubmitting, type Reads } from './reads.ts';

const readOf = (method: string) => ({ request: new Request('http://app.test/', { method }) });

test('a submission is pending until it is answered or fails; a page load is none', async () => {
  const during: boolean[] = [];
  const next = async (): Promise<Reads> => {
    during.push(isSubmitting());
    return {};
  };
  await countSubmissions(readOf('GET'), next);
  await countSubmissions(readOf('POST'), next);
  await expect(countSubmissions(readOf('POST'), () => Promise.reject(new Error('no network')))).rejects.toThrow(
    'no network',
  );
  expect([during, isSubmitting()]).toEqual([[false, true], false]);
});

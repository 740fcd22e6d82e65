import { expect, test } from 'vitest';
import { countSubmissions, isSubmitting, type Reads } from './reads.ts';

const asked = (method: string) => ({ request: new Request('http://market.test/', { method }) });

test('a form is on its way until it is answered or fails; reading a page sends none', async () => {
  const during: boolean[] = [];
  const next = async (): Promise<Reads> => {
    during.push(isSubmitting());
    return {};
  };
  await countSubmissions(asked('GET'), next);
  await countSubmissions(asked('POST'), next);
  await expect(countSubmissions(asked('POST'), () => Promise.reject(new Error('no network')))).rejects.toThrow(
    'no network',
  );
  expect([during, isSubmitting()]).toEqual([[false, true], false]);
});

import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

const hasher = createPasswordHasher();

test('a password matches only its own hash, in any Unicode normalisation', async () => {
  const hash = await hasher.hash('café-au-lait-42');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'cafe\u0301-au-lait-42')).toBe(true);
  expect(await hasher.verify(hash, 'Café-au-lait-42')).toBe(false);
  expect(await hasher.verify(hash, 'café-au-lait-42 ')).toBe(false);
  expect(await hasher.hash('café-au-lait-42')).not.toBe(hash);
});

test('a foreign hash matches nothing', async () => {
  for (const hash of [
    '',
    'plain',
    '$argon2id$v=19$m=99999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    '$argon2i$v=19$m=19456,t=2,p=1$x$y',
  ])
    expect(await hasher.verify(hash, 'x')).toBe(false);
});

test('calls beyond the queue are refused at once, and queued ones are served', async () => {
  const small = createPasswordHasher(1, 2);
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => small.hash('x')));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(3);
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  expect(await small.hash('y')).toBeTruthy();
});

import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.server.ts';
import { passwordGuessProblem, passwordLengthProblem } from './password.rules.ts';

const about = { email: 'ann.lee@example.test', username: 'Ann_Lee' };
const guess = (password: string) => passwordGuessProblem(password, about, isCommonPassword);

test('[VA-11] passwords have 12 to 128 characters, counted as people count them', () => {
  expect(passwordLengthProblem('x'.repeat(11))).toMatch(/at least 12/);
  expect(passwordLengthProblem('x'.repeat(12))).toBeNull();
  expect(passwordLengthProblem('x'.repeat(128))).toBeNull();
  expect(passwordLengthProblem('x'.repeat(129))).toMatch(/at most 128/);
  expect(passwordLengthProblem('🂡'.repeat(12))).toBeNull();
  expect(passwordLengthProblem('🂡'.repeat(11))).not.toBeNull();
  expect(passwordLengthProblem('\ud800'.repeat(12))).not.toBeNull();
  // One letter typed as two code points is one.
  expect(passwordLengthProblem('e\u0301'.repeat(11))).not.toBeNull();
});

test('[VA-11] no composition rules: any characters will do, spaces too', () => {
  for (const password of ['correct horse battery', 'пароль-которого-нет', '            x', 'near-mint-demo', 'abcabcabdabc'])
    expect(guess(password)).toBeNull();
});

test('[VA-11] the commonest passwords are refused with the reason, whatever their case', () => {
  for (const password of [
    'password1234',
    'PASSWORD1234',
    '123456789012',
    'qwertyuiopas',
    'passwordpassword',
    'iloveyou2024',
    '1q2w3e4r5t6y',
    'administrator',
    'letmein12345',
    'Football123!',
  ]) {
    expect(guess(password), password).toMatch(/most used passwords/);
  }
});

test('[VA-11] a password that is the own e-mail or name is refused', () => {
  expect(guess('ANN.lee@example.test')).toMatch(/email/);
  expect(passwordGuessProblem('grand_collector', { ...about, username: 'Grand_Collector' }, () => false)).toMatch(/username/);
});

import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.server.ts';
import { passwordGuessProblem, passwordLengthProblem } from './password.rules.ts';

const about = { email: 'ann.lee@example.test', names: ['Ann_Lee', 'Ann'], brand: 'Card Corner' };
const guess = (password: string) => passwordGuessProblem(password, about, isCommonPassword);

test('[VA-11] passwords have 12 to 128 characters, counted as people count them', () => {
  expect(passwordLengthProblem('x'.repeat(11))).toMatch(/at least 12/);
  expect(passwordLengthProblem('x'.repeat(12))).toBeNull();
  expect(passwordLengthProblem('x'.repeat(128))).toBeNull();
  expect(passwordLengthProblem('x'.repeat(129))).toMatch(/at most 128/);
  expect(passwordLengthProblem('🂡'.repeat(12))).toBeNull();
  expect(passwordLengthProblem('🂡'.repeat(11))).not.toBeNull();
  expect(passwordLengthProblem('\ud800'.repeat(12))).not.toBeNull();
  // One character typed as two code points is one.
  expect(passwordLengthProblem('e\u0301'.repeat(11))).not.toBeNull();
});

test('[VA-11] no composition rules: any characters will do, spaces too', () => {
  for (const password of [
    'correct horse battery',
    'пароль-которого-нет',
    '            x',
    'near-mint-demo',
    'abcabcabdabc',
  ])
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
    expect(guess(password), password).toMatch(/too common/);
  }
});

test('[VA-11] a password that holds the own e-mail, a name or the brand is refused, however it is spaced', () => {
  for (const password of ['ANN.lee@example.test', 'my-ann.lee-2026!', 'xx annlee xx xx'])
    expect(guess(password), password).toMatch(/email address/);
  expect(
    passwordGuessProblem('the_grand collector', { ...about, names: ['x', 'Grand_Collector'] }, () => false),
  ).toMatch(/username/);
  for (const password of ['cardcorner-is-good', 'My Card-Corner 77'])
    expect(guess(password), password).toMatch(/name Card Corner/);
  // Names of two or three characters are part of too many words.
  for (const password of ['many annals of time', 'corner-of-a-card']) expect(guess(password), password).toBeNull();
});

test('[VA-11] a name of digits or symbols alone is ignored, and a short one counts only as a separate word', () => {
  const said = (password: string, names: string[], brand = 'Sleeved') =>
    passwordGuessProblem(password, { ...about, names, brand }, () => false);
  expect(said('4f8a2019b7c3d6e1', ['2019'])).toBeNull();
  expect(said('2019!!!!!!!!', ['2019'])).toBeNull();
  expect(said('!?!?!?!?!?!?', ['★★★'])).toBeNull();
  for (const password of ['discarded-teapot', 'wildcards at noon'])
    expect(said(password, ['x'], 'Card'), password).toBeNull();
  for (const password of ['my card at noon', 'Card1234567!', 'c-a-r-d at noon', 'noon2026card'])
    expect(said(password, ['x'], 'Card')).toMatch(/name Card/);
  expect(said('grand annals of', ['Anna'])).toBeNull();
  for (const password of ['anna likes tea', 'tea for Al_Bo!'])
    expect(said(password, ['Anna', 'albo']), password).toMatch(/username/);
  expect(said('max!!!!!!!!!', ['Max'])).toMatch(/username/);
  expect(said('xxcollectorxx', ['Collector'])).toMatch(/username/);
});

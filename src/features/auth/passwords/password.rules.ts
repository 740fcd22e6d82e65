/**
 * The form of passwords: pure, and the same in the browser and on the server. The list of common ones is in
 * `common-passwords.server.ts`.
 */
export const passwordMin = 12;
const passwordMax = 128;
/** The form's recommendation: long enough without a second factor. */
export const passwordAdvised = 15;

/** The normal form of a password (NFKC), for every way in which a keyboard composes characters. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Length in characters as users count them (code points). */
export function passwordLengthProblem(password: string): string | null {
  if (!password.isWellFormed()) return 'This password has characters that can’t be used. Choose another one.';
  const length = [...normalizePassword(password)].length;
  if (length < passwordMin)
    return `Choose a password with at least ${passwordMin} characters. ${passwordAdvised} or more is better.`;
  if (length > passwordMax) return `Choose a password with at most ${passwordMax} characters.`;
  return null;
}

export interface PasswordOwner {
  email: string;
  /** Username and display name. */
  names: readonly string[];
  /** The site's name. */
  brand: string;
}

/** A shorter word is part of too many others. */
const wordMin = 4;
/** A shorter name is part of many words, so it counts only as a separate word. */
const anywhereMin = 6;

/**
 * Why a password is too easy for this person, or null: it contains public facts of them or of the site, with any
 * spacing. `isCommon` checks the shipped list.
 */
export function passwordGuessProblem(
  password: string,
  { email, names, brand }: PasswordOwner,
  isCommon: (candidate: string) => boolean,
): string | null {
  const candidate = normalizePassword(password).toLowerCase();
  const normalized = bare(candidate);
  const holds = (word: string) => word.length >= wordMin && normalized.includes(word);
  const holdsName = (name: string) =>
    name.length < anywhereMin ? name.length >= wordMin && standsAlone(name).test(candidate) : holds(name);
  if (candidate === email.toLowerCase() || holds(bare(email.split('@')[0] ?? '')))
    return 'Choose a password without your email address or the part before the @.';
  if (names.map(bare).some((name) => saysSomething(name) && (normalized === name || holdsName(name))))
    return 'Choose a password without your username or name.';
  if (saysSomething(bare(brand)) && holdsName(bare(brand))) return `Choose a password without the name ${brand}.`;
  if (isCommon(candidate)) return 'This password is too common. Choose another one.';
  return null;
}

/** Symbols alone normalise to nothing, and digits alone occur in generated passwords. */
const saysSomething = (word: string) => /\p{L}/u.test(word);

/** Finds a word, with any spacing, without an adjacent letter (or a digit next to a digit of its own). */
function standsAlone(word: string): RegExp {
  const characters = [...word];
  const alike = (character = '') => (/\p{L}/u.test(character) ? '\\p{L}' : '\\p{N}');
  return new RegExp(
    `(?<!${alike(characters[0])})${characters.join('[^\\p{L}\\p{N}]*')}(?!${alike(characters.at(-1))})`,
    'u',
  );
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

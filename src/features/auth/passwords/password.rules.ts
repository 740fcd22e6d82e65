/**
 * The form of passwords: pure, and the same in the browser and on the server. The list of common ones is in
 * `common-passwords.server.ts`.
 */
export const passwordMin = 12;
const passwordMax = 128;
/** What the form advises: long enough to be the only proof. */
export const passwordAdvised = 15;

/** One reading of a password however a keyboard composes its letters (NFKC). */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Length counted in characters as people count them (code points). */
export function passwordLengthProblem(password: string): string | null {
  if (!password.isWellFormed()) return "Password has characters that can't be stored.";
  const length = [...normalizePassword(password)].length;
  if (length < passwordMin)
    return `Password needs at least ${passwordMin} characters. ${passwordAdvised} or more is better.`;
  if (length > passwordMax) return `Password can have at most ${passwordMax} characters.`;
  return null;
}

export interface PasswordOwner {
  email: string;
  /** Username and displayed name. */
  names: readonly string[];
  /** The market's own name. */
  brand: string;
}

/** A shorter word is part of too many others. */
const wordMin = 4;
/** A shorter name is still part of many words, so that it counts only where it stands as one of its own. */
const anywhereMin = 6;

/**
 * Why a password is too easy for this person, or null: it holds what everybody knows of them or of the market, however
 * it is spaced. `isCommon` knows the shipped list.
 */
export function passwordGuessProblem(
  password: string,
  { email, names, brand }: PasswordOwner,
  isCommon: (candidate: string) => boolean,
): string | null {
  const candidate = normalizePassword(password).toLowerCase();
  const letters = bare(candidate);
  const holds = (word: string) => word.length >= wordMin && letters.includes(word);
  const holdsName = (name: string) =>
    name.length < anywhereMin ? name.length >= wordMin && standsAlone(name).test(candidate) : holds(name);
  if (candidate === email.toLowerCase() || holds(bare(email.split('@')[0] ?? '')))
    return 'Password must not contain your email address or the part before its @.';
  if (names.map(bare).some((name) => saysSomething(name) && (letters === name || holdsName(name))))
    return 'Password must not contain your username or name.';
  if (saysSomething(bare(brand)) && holdsName(bare(brand)))
    return `Password must not contain the name ${brand}: it is tried first here.`;
  if (isCommon(candidate)) return 'This is one of the most used passwords, so it is guessed first. Choose another one.';
  return null;
}

/** Signs only are nothing once they are bare, and digits only are in any generated password. */
const saysSomething = (word: string) => /\p{L}/u.test(word);

/** Finds a word, however it is spaced, with no letter beside it (and no digit beside a digit of its own). */
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

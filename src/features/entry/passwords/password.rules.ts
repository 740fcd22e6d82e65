/** The form of passwords: pure, and the same in the browser and on the server. The list of common ones is in `common-passwords.server.ts`. */
export const passwordMin = 12;
export const passwordMax = 128;
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
  if (length < passwordMin) return `Password needs at least ${passwordMin} characters. ${passwordAdvised} or more is better.`;
  if (length > passwordMax) return `Password can have at most ${passwordMax} characters.`;
  return null;
}

/** Why a password is too easy for this person, or null. `isCommon` knows the shipped list. */
export function passwordGuessProblem(
  password: string,
  about: { email: string; username: string },
  isCommon: (candidate: string) => boolean,
): string | null {
  const candidate = normalizePassword(password).toLowerCase();
  if (candidate === about.email.toLowerCase()) return 'Password must differ from your email address.';
  if (candidate.replace(/[^a-z0-9]/g, '') === about.username.toLowerCase().replace(/[^a-z0-9]/g, ''))
    return 'Password must differ from your username.';
  if (isCommon(candidate)) return 'This is one of the most used passwords, so it is guessed first. Choose another one.';
  return null;
}

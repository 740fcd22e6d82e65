import { getAccount } from '#features/members/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { isCommonPassword } from './common-passwords.server.ts';
import { demoPassword } from './demo-password.ts';
import { isLeakedPassword } from './leaked-passwords.server.ts';
import { type PasswordOwner, passwordGuessProblem } from './password.rules.ts';

/**
 * Refuses (422, at `field`) a password that is easy to guess for this person and site, or that has leaked elsewhere.
 * The only check of a chosen password.
 */
export async function refuseEasyPassword(
  { config, log, site }: Pick<Platform, 'config' | 'log' | 'site'>,
  field: string,
  password: string,
  owner: Omit<PasswordOwner, 'brand'>,
): Promise<void> {
  const problem = isDemoPassword(config, password)
    ? 'This password is public, because the demo site uses it. Choose another one.'
    : passwordGuessProblem(password, { ...owner, brand: site.brand.name }, isCommonPassword);
  if (problem) throw invalid({ [field]: problem });
  if (config.leakedPasswordsFile !== null && (await hasLeaked(config.leakedPasswordsFile, password, log)))
    throw invalid({
      [field]:
        'This password was leaked from another site. Choose another one, and change this password everywhere you use it.',
    });
}

/** A list that disappeared since the start blocks no sign-up: the shipped one applies, and each use is logged. */
function hasLeaked(file: string, password: string, log: Platform['log']): Promise<boolean> {
  return isLeakedPassword(file, password).catch((error: unknown) => {
    log.error('the list of leaked passwords cannot be read, so passwords are checked without it', { error });
    return false;
  });
}

/** The same for an existing member. */
export async function refuseEasyPasswordOf(
  platform: Pick<Platform, 'config' | 'db' | 'log' | 'site'>,
  field: string,
  password: string,
  { userId, email, name }: { userId: string; email: string; name: string },
): Promise<void> {
  const { username } = await getAccount(platform.db, userId);
  await refuseEasyPassword(platform, field, password, { email, names: [name, username] });
}

/** Whether this is the demo password on a server where it signs in to nothing. */
export function isDemoPassword({ mode }: Pick<Platform['config'], 'mode'>, password: string): boolean {
  return mode === 'production' && password.normalize('NFKC') === demoPassword;
}

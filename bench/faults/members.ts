import type { Config } from '#platform/config/config.ts';
import { withClient } from '../lib/database.ts';
import { fillMembers } from '../lib/fill.ts';
import { signIn } from '../lib/sign-in.ts';

export interface Member {
  id: string;
  /** Each member has an IP address of their own. */
  address: string;
  /** A bearer token, valid for an hour. */
  token: string;
}

/** Enough members that none reaches a rate limit, however long the run. */
const counts = { sellers: 200, buyers: 800 };

export interface Members {
  sellers: readonly Member[];
  buyers: readonly Member[];
}

/** Members of a year ago with a confirmed address, signed in. */
export async function makeMembers(databaseUrl: string, config: Config): Promise<Members> {
  const ids = await withClient(databaseUrl, (client) =>
    fillMembers(client, counts.sellers + counts.buyers, Date.now()),
  );
  const all = ids.map((id, n): Member => ({ id, address: `10.0.${n >> 8}.${n & 255}`, token: '' }));
  const members = { sellers: all.slice(0, counts.sellers), buyers: all.slice(counts.sellers) };
  await renewTokens(members, databaseUrl, config);
  return members;
}

export async function renewTokens({ sellers, buyers }: Members, databaseUrl: string, config: Config): Promise<void> {
  const all = [...sellers, ...buyers];
  const ids = all.map(({ id }) => id);
  for (const [n, { token }] of (await signIn(databaseUrl, config, ids)).entries())
    Object.assign(all[n] ?? {}, { token });
}

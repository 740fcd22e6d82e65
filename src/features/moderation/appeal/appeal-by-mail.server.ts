import { isSuspended } from '#features/members/index.server.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { authSecretsOf } from '#platform/config/config.ts';
import { networkOfAddress } from '#platform/http/count-act.ts';
import type { Platform } from '#platform/platform.ts';
import type { Decision } from '../contract.ts';
import type { DecisionRow } from '../model/decision.tables.ts';
import { decisionsLimits } from '../model/moderation.limits.ts';
import { findDecision, presentDecision } from '../moderation.queries.server.ts';
import { appeal } from './appeal.server.ts';
import { readAppeal, signAppeal } from './appeal-token.ts';

/** Where a suspended member appeals, who cannot sign in. */
export function appealUrl({ config }: Pick<Platform, 'config'>, decisionId: string): string {
  return `${config.appUrl}/appeal?token=${signAppeal(config.authSecret, decisionId)}`;
}

/**
 * The suspension that a mailed link is about. Looking changes nothing. Refuses a link that is not ours (403), and one
 * of a suspension that is over (410).
 */
export async function readMailedDecision(platform: Platform, token: string | null): Promise<Decision> {
  return presentDecision(await decisionOf(platform, token), platform.clock.now());
}

/**
 * The suspended member says why it is wrong. Refuses as looking and `appeal` do, and too many from one network (429).
 */
export async function appealByMail(
  platform: Platform,
  token: string | null,
  text: string,
  address: string,
): Promise<void> {
  const place = networkOfAddress(address);
  if (place !== null) await platform.limits.count(decisionsLimits.mailedAppeals, place);
  const { id, memberId } = await decisionOf(platform, token);
  await appeal(platform, { id: memberId, role: 'member' }, id, text);
}

async function decisionOf({ config, db }: Pick<Platform, 'config' | 'db'>, token: string | null): Promise<DecisionRow> {
  const id = token === null ? null : readAppeal(authSecretsOf(config), token);
  const row = id === null ? null : await findDecision(db, id).catch(none);
  if (row?.act !== 'suspended')
    throw new Refusal(
      403,
      'unknown_link',
      'This link is not one of ours, or it was cut short on its way. Nothing was changed.',
    );
  if (!(await isSuspended(db, row.memberId)))
    throw new Refusal(
      410,
      'suspension_over',
      'This suspension is over. Sign in, and read the decision in your settings.',
    );
  return row;
}

function none(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

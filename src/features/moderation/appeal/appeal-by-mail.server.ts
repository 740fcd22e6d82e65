import { isSuspended } from '#features/members/index.server.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { authSecretsOf } from '#platform/config/config.ts';
import { networkOfAddress } from '#platform/http/count-act.ts';
import { readSignedId, signId } from '#platform/identity/signed-id.ts';
import type { Platform } from '#platform/platform.ts';
import type { Decision } from '../contract.ts';
import type { DecisionRow } from '../model/decision.tables.ts';
import { decisionsLimits } from '../model/moderation.limits.ts';
import { findDecision, presentDecision } from '../moderation.queries.server.ts';
import { appeal } from './appeal.server.ts';

/** The link appeals against that decision; the decision limits its time and its single use. */
const use = 'appeal against a suspension';

/** The page where a suspended member, who cannot sign in, appeals. */
export function appealUrl({ config }: Pick<Platform, 'config'>, decisionId: string): string {
  return `${config.appUrl}/appeal?token=${signId(config.authSecret, use, decisionId)}`;
}

/**
 * The suspension of an emailed link; reading changes nothing. Refuses a forged link (403), and one of an ended
 * suspension (410).
 */
export async function readMailedDecision(platform: Platform, token: string | null): Promise<Decision> {
  return presentDecision(platform.db, await decisionOf(platform, token), platform.clock.now());
}

/** The suspended member's appeal. Refuses as `readMailedDecision` and `appeal`, and too many from one network (429). */
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
  const id = token === null ? null : readSignedId(authSecretsOf(config), use, token);
  const row = id === null ? null : await findDecision(db, id).catch(none);
  if (row?.act !== 'suspended')
    throw new Refusal(
      403,
      'unknown_link',
      'This link is incomplete or invalid. Open the complete link from the email. Nothing was changed.',
    );
  if (!(await isSuspended(db, row.memberId)))
    throw new Refusal(
      410,
      'suspension_over',
      'This suspension has ended. Sign in to read the decision in Settings, under Account status.',
    );
  return row;
}

function none(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

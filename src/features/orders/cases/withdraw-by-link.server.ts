import { Refusal } from '#kernel/refusal.ts';
import { authSecretsOf } from '#platform/config/config.ts';
import { networkOfAddress } from '#platform/http/count-act.ts';
import { readSignedId, signId } from '#platform/identity/signed-id.ts';
import type { Platform } from '#platform/platform.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { findOrder } from '../queries/orders.queries.server.ts';
import type { WithdrawInput } from './case.contract.ts';
import { withdraw } from './withdraw.server.ts';

const use = 'withdrawal from an order';

/** The page where a buyer withdraws without signing in, for the receipt of a trader's sale. */
export function withdrawUrl({ config }: Pick<Platform, 'config'>, orderId: string): string {
  return `${config.appUrl}/withdraw?token=${signId(config.authSecret, use, orderId)}`;
}

/** The buyer and the order of an emailed link. Refuses a forged one (403). */
export async function readWithdrawLink(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  token: string,
): Promise<{ orderId: string; buyerId: string }> {
  const orderId = readSignedId(authSecretsOf(config), use, token);
  const full = orderId === null ? null : await findOrder(db, orderId);
  if (!full)
    throw new Refusal(
      403,
      'unknown_link',
      'This link is incomplete or invalid. Open the complete link from the email. Nothing was changed.',
    );
  return { orderId: full.order.id, buyerId: full.order.buyerId };
}

/** Withdraws by the link of an email. Refuses as `withdraw`, and too many from one network (429). */
export async function withdrawByLink(
  platform: Platform,
  token: string,
  input: WithdrawInput,
  address: string,
): Promise<void> {
  const place = networkOfAddress(address);
  if (place !== null) await platform.limits.count(ordersLimits.withdrawalsByLink, place);
  const { orderId, buyerId } = await readWithdrawLink(platform, token);
  await withdraw(platform, { id: buyerId, role: 'member' }, orderId, input);
}

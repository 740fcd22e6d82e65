import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import { StripeFault } from '../errors.ts';
import { objectId, seconds } from '../objects.ts';
import { type Queryable, saveObjects } from '../store.ts';
import { getAccount } from './accounts.ts';
import type { AccountLink } from './connect-objects.ts';
import { readJson } from './json-params.ts';

/** Life of a link, in seconds. It can be used once. */
const lifeSeconds = 300;

const page = z.strictObject({
  refresh_url: z.url(),
  return_url: z.url().optional(),
  collection_options: z
    .strictObject({
      fields: z.enum(['currently_due', 'eventually_due']).optional(),
      future_requirements: z.enum(['include', 'omit']).optional(),
    })
    .optional(),
});
const createParams = z.strictObject({
  account: z.string(),
  use_case: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('account_onboarding'), account_onboarding: page }),
    z.strictObject({ type: z.literal('account_update'), account_update: page }),
  ]),
});

/** `POST /v2/core/account_links`. */
export async function createAccountLink(db: Queryable, clock: Clock, base: string, body: unknown) {
  const { account: accountId, use_case: useCase } = readJson(createParams, body);
  const account = await getAccount(db, accountId);
  if (account.sandbox.isClosed)
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'account_closed',
      message: 'The account is closed.',
    });
  const urls = useCase.type === 'account_onboarding' ? useCase.account_onboarding : useCase.account_update;
  const id = objectId('alink');
  const now = seconds(clock.now());
  const link: AccountLink = {
    id,
    object: 'v2.core.account_link',
    created: now,
    account: account.id,
    expires_at: now + lifeSeconds,
    livemode: false,
    url: `${base}/connect/onboarding/${id}`,
    use_case: useCase,
    sandbox: { refreshUrl: urls.refresh_url, returnUrl: urls.return_url ?? null, isUsed: false },
  };
  await saveObjects(db, [link]);
  const { sandbox: _notes, id: _id, ...shown } = link;
  const at = (unix: number) => new Date(unix * 1_000).toISOString();
  return { ...shown, created: at(link.created), expires_at: at(link.expires_at) };
}

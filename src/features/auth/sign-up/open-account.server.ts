import { network } from '#platform/http/responses/network.rules.ts';
import type { ClientInfo, OpenedSession } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { SignUpInput } from '../contract.ts';
import { authLimits } from '../model/auth.limits.ts';
import { authSecurity } from '../model/auth.security.ts';
import { endFormerSession } from '../sign-in/enter.server.ts';
import { signUpMember } from './sign-up.server.ts';

export interface OpenedAccount {
  userId: string;
  session: OpenedSession;
}

/**
 * Sign-up of a visitor: counted by network (refused attempts too, since they disclose whether an e-mail is known), then
 * signed in. After a crash between the two, the account exists and its owner signs in.
 */
export function openAccount(
  platform: Platform,
  input: SignUpInput,
  client: ClientInfo,
  before: Actor | null,
): Promise<OpenedAccount> {
  return platform.security.follow(
    authSecurity.signedUp,
    { account: input.email },
    open(platform, input, client, before),
    ({ userId }) => ({
      member: userId,
    }),
  );
}

async function open(
  platform: Platform,
  input: SignUpInput,
  client: ClientInfo,
  before: Actor | null,
): Promise<OpenedAccount> {
  const { identity, limits } = platform;
  if (client.address) await limits.count(authLimits.signUp, network(client.address));
  const { id } = await signUpMember(platform, input);
  await endFormerSession(platform, before);
  return { userId: id, session: await identity.openSession(id, client) };
}

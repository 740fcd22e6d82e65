import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { timeAgo } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { cookieHeaders, type FormAnswer, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { listPasskeys } from '#platform/identity/passkeys/passkeys.server.ts';
import { countWaysIn } from '#platform/identity/providers/provider-accounts.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { landingFor } from '../sign-in/landing.server.ts';
import { deviceName } from '../sign-in/sessions/devices.present.server.ts';
import type { RenewedSession } from '../sign-in/sessions/renew-own-session.server.ts';
import { hasSteppedUp } from '../step-up/step-up.server.ts';
import { confirmFirst } from '../step-up/step-up-page.server.ts';
import { addPasskey } from './add-passkey.server.ts';
import { nameOwnPasskey, removePasskey } from './change-passkeys.server.ts';
import { knownCookie } from './known-passkey.server.ts';
import { freePasskeyName } from './passkey.rules.ts';
import { passkeyHindrance, requirePasskeyPlace } from './passkey-place.server.ts';
import {
  addPasskeyInput,
  authenticationResponse,
  deletePasskeyInput,
  renamePasskeyInput,
} from './passkeys.contract.ts';
import { presentPasskey } from './passkeys.present.server.ts';
import { signInWithPasskey, stepUpWithPasskey } from './prove-passkey.server.ts';

type Args = Pick<ActionFunctionArgs, 'request' | 'context'>;

const visitOf = (args: Args) => ({
  place: requirePasskeyPlace(pageScope(args.context).platform, args.request.headers.get('host')),
  client: pageClient(args),
});

/** The passkey form of the sign-in page: redirects to the requested page. */
export async function signInByPasskeyForm(args: Args, form: FormData): Promise<never> {
  const { platform, actor } = pageScope(args.context);
  const holder = platform.identity.passkeys.holders.find(args.request.headers.get('cookie') ?? '');
  const { userId, session } = await signInWithPasskey(platform, answerOf(form), { ...visitOf(args), holder }, actor);
  throw redirect(await landingFor(platform, userId, text(form, 'next')), {
    headers: cookieHeaders([...session.cookies, knownCookie(platform.config)]),
  });
}

/** The same for the confirmation page; the caller redirects, with the renewed session. */
export function stepUpByPasskeyForm(args: Args, form: FormData, actor: Actor): Promise<RenewedSession> {
  return stepUpWithPasskey(pageScope(args.context).platform, actor, answerOf(form), visitOf(args));
}

/** The data of the passkey panel. */
export async function passkeyPanel({ request, context }: Args, actor: Actor) {
  const { platform } = pageScope(context);
  const now = platform.clock.now();
  const [rows, ways, isConfirmed] = await Promise.all([
    listPasskeys(platform.db, actor.id),
    countWaysIn(platform.db, actor.id),
    hasSteppedUp(platform, actor),
  ]);
  return {
    passkeys: rows.map((row) => ({
      ...presentPasskey(row),
      since: timeAgo(row.createdAt, now),
      used: row.lastUsedAt && timeAgo(row.lastUsedAt, now),
    })),
    hindrance: passkeyHindrance(platform, request.headers.get('host')),
    suggestedName: freePasskeyName(
      deviceName(request.headers.get('user-agent') ?? ''),
      rows.map(({ name }) => name),
    ),
    isConfirmed,
    isLastWayIn: ways === 1,
    isAdding: new URL(request.url).searchParams.get('add') === 'passkey',
  };
}

export const isPasskeyIntent = (intent: string) => ['add-passkey', 'rename-passkey', 'remove-passkey'].includes(intent);

/** The panel's forms. */
export async function changePasskeys(args: Args, form: FormData, actor: Actor) {
  const { platform } = pageScope(args.context);
  const intent = text(form, 'intent');
  const id = text(form, 'id');
  if (intent === 'rename-passkey') {
    const input = parseInput(renamePasskeyInput, { id, name: text(form, 'name') });
    await nameOwnPasskey(platform, actor, input.id, input.name);
    return { saved: 'Passkey renamed' } satisfies FormAnswer;
  }
  await confirmFirst(args, platform, actor);
  if (intent === 'remove-passkey') {
    await removePasskey(platform, actor, parseInput(deletePasskeyInput, { id }).id);
    return { saved: 'Passkey removed. Your other devices are signed out.' } satisfies FormAnswer;
  }
  const { place, client } = visitOf(args);
  const input = parseInput(addPasskeyInput, { response: jsonOf(text(form, 'response')), name: text(form, 'name') });
  const { name } = await addPasskey(platform, actor, place, input, client);
  const answer: FormAnswer = { saved: `Passkey “${name}” added. Your other devices are signed out.` };
  return data(answer, { headers: cookieHeaders([knownCookie(platform.config)]) });
}

const answerOf = (form: FormData) => parseInput(authenticationResponse, jsonOf(text(form, 'response')));

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

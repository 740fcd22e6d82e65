import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useActionData, useLoaderData } from 'react-router';
import { relativeTime } from '#kernel/time.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { listWaysIn } from '#platform/identity/provider-accounts.server.ts';
import { listSessions } from '#platform/identity/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { getOwnProfile } from '../accounts.queries.server.ts';
import { changePassword } from '../change-password.server.ts';
import { DevicesPanel } from '../components/devices-panel.tsx';
import { PasskeysPanel } from '../components/passkeys-panel.tsx';
import { PasswordPanel } from '../components/password-panel.tsx';
import { WaysInPanel } from '../components/ways-in-panel.tsx';
import { changePasswordInput } from '../contract.ts';
import { presentDevice } from '../devices.present.server.ts';
import { normalizeEmail } from '../email.rules.ts';
import { hasFreshGoogle, isFreshSession } from '../fresh-google.server.ts';
import { findLinkOffer, linkAccounts, unlinkGoogle } from '../link-accounts.server.ts';
import { answerForm, type FormAnswer, parseInput, text } from '../page-form.server.ts';
import { changePasskeys, isPasskeyIntent, passkeyPanel } from '../passkey-forms.server.ts';
import { presentWayIn } from '../ways-in.api.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args);
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  const [own, sessions, rows, offer, isGoogleFresh, passkeys] = await Promise.all([
    getOwnProfile(platform.db, actor.id),
    listSessions(platform.db, actor.id, now),
    listWaysIn(platform.db, actor.id),
    findLinkOffer(platform, actor),
    hasFreshGoogle(platform, actor),
    passkeyPanel(args, actor),
  ]);
  const ways = rows.map((row) => ({ ...presentWayIn(row), since: relativeTime(row.createdAt, now) }));
  const devices = sessions.map((row) => ({ ...presentDevice(row, actor.sessionId), since: relativeTime(row.createdAt, now) }));
  const isFresh = isGoogleFresh || isFreshSession(platform, actor);
  const answer = new URL(args.request.url).searchParams.get('google');
  return { email: own.email, hasPassword: ways.some((way) => way.providerId === 'credential'), devices, ways, offer, isFresh, answer, passkeys };
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args);
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm(form, [], async () => {
    const intent = text(form, 'intent');
    if (isPasskeyIntent(intent)) return changePasskeys(args, form, actor);
    if (intent === 'sign-out-one' || intent === 'sign-out-others') {
      const which = intent === 'sign-out-one' ? { only: text(form, 'id') } : actor.sessionId ? { except: actor.sessionId } : {};
      await write(platform, (tx) => platform.identity.endSessions(tx, { userId: actor.id, ...which }));
      return {};
    }
    if (intent === 'link-google') {
      const email = (await findLinkOffer(platform, actor)) ?? '';
      const { message } = await linkAccounts(platform, actor, { email: normalizeEmail(email), currentUserId: actor.id });
      return { saved: message };
    }
    if (intent === 'unlink-google') {
      await unlinkGoogle(platform, actor, text(form, 'id'));
      return { saved: 'Unlinked. Your other devices are signed out.' };
    }
    const input = parseInput(changePasswordInput, { currentPassword: text(form, 'currentPassword'), newPassword: text(form, 'newPassword') });
    await changePassword(platform, actor, input);
    return { saved: 'Password changed. Your other devices are signed out.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Security', description: 'Your password and your signed-in devices.', path: '/settings/security', noIndex: true });

/** A thin list: each panel is a component of its own, and what needs more room is a page under this one. */
export default function SettingsSecurityPage() {
  const { email, hasPassword, devices, ways, offer, isFresh, answer, passkeys } = useLoaderData<typeof loader>();
  const { problem, saved } = (useActionData() as FormAnswer) ?? {};
  return (
    <>
      {hasPassword && <PasswordPanel key={saved} email={email} problem={problem} saved={saved} />}
      <PasskeysPanel {...passkeys} />
      <WaysInPanel ways={ways} offer={offer} isFresh={isFresh} answer={answer} isLastWayIn={passkeys.isLastWayIn} />
      <DevicesPanel devices={devices} />
    </>
  );
}

import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, useActionData, useLoaderData, useNavigation } from 'react-router';
import { relativeTime } from '#kernel/time.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { listWaysIn } from '#platform/identity/provider-accounts.server.ts';
import { listSessions } from '#platform/identity/sessions.server.ts';
import { write } from '#platform/outbox/write.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { PasswordInput } from '#ui/field.tsx';
import { type Checks, useFormChecks } from '#ui/form-checks.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { getOwnProfile } from '../accounts.queries.server.ts';
import { changePassword } from '../change-password.server.ts';
import { SaveRow } from '../components/save-row.tsx';
import { WaysInPanel } from '../components/ways-in-panel.tsx';
import { changePasswordInput } from '../contract.ts';
import { presentDevice } from '../devices.present.server.ts';
import { normalizeEmail } from '../email.rules.ts';
import { hasFreshGoogle, isFreshSession } from '../fresh-google.server.ts';
import { findLinkOffer, linkAccounts, unlinkGoogle } from '../link-accounts.server.ts';
import { answerForm, type FormAnswer, parseInput, text } from '../page-form.server.ts';
import { passwordAdvised, passwordLengthProblem, passwordMin } from '../password.rules.ts';
import { presentWayIn } from '../ways-in.api.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args);
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  const [own, sessions, rows, offer, isGoogleFresh] = await Promise.all([
    getOwnProfile(platform.db, actor.id),
    listSessions(platform.db, actor.id, now),
    listWaysIn(platform.db, actor.id),
    findLinkOffer(platform, actor),
    hasFreshGoogle(platform, actor),
  ]);
  const ways = rows.map((row) => ({ ...presentWayIn(row), since: relativeTime(row.createdAt, now) }));
  const devices = sessions.map((row) => ({ ...presentDevice(row, actor.sessionId), since: relativeTime(row.createdAt, now) }));
  const isFresh = isGoogleFresh || isFreshSession(platform, actor);
  const answer = new URL(args.request.url).searchParams.get('google');
  return { email: own.email, hasPassword: ways.some((way) => way.providerId === 'credential'), devices, ways, offer, isFresh, answer };
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args);
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    const intent = text(form, 'intent');
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

export default function SettingsSecurityPage() {
  const { email, hasPassword, devices, ways, offer, isFresh, answer } = useLoaderData<typeof loader>();
  const { problem, saved } = (useActionData() as FormAnswer) ?? {};
  return (
    <>
      {hasPassword && <PasswordPanel key={saved} email={email} problem={problem} saved={saved} />}
      <WaysInPanel ways={ways} offer={offer} isFresh={isFresh} answer={answer} />
      <DevicesPanel devices={devices} />
    </>
  );
}

const checks: Checks = {
  currentPassword: (value) => (value === '' ? 'Enter your present password.' : undefined),
  newPassword: (value) => passwordLengthProblem(value) ?? undefined,
};

function PasswordPanel({ email, problem, saved }: { email: string } & Pick<FormAnswer, 'problem' | 'saved'>) {
  const { errors, attempt, props } = useFormChecks(checks, problem?.errors);
  const busy = useNavigation().formData?.has('newPassword') ?? false;
  return (
    <Panel title="Password">
      <Form method="post" {...props}>
        <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={problem ?? attempt} />
        {/* Password managers need to see whose password this is. */}
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordInput label="Present password" name="currentPassword" required autoComplete="current-password" error={errors.currentPassword} />
        <PasswordInput
          label="New password"
          name="newPassword"
          required
          autoComplete="new-password"
          help={`At least ${passwordMin} characters; ${passwordAdvised} or more is better.`}
          error={errors.newPassword}
        />
        <SaveRow label="Change password" busyLabel="Changing…" busy={busy} saved={saved} />
      </Form>
    </Panel>
  );
}

type Device = ReturnType<typeof useLoaderData<typeof loader>>['devices'][number];

function DevicesPanel({ devices }: { devices: Device[] }) {
  const hasOthers = devices.some((device) => !device.isCurrent);
  return (
    <Panel title="Signed-in devices" note="Sign out whatever you do not know, then change your password.">
      <ul className="grid">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {device.name}
                {device.isCurrent && <span className="dim font-normal"> · this device</span>}
              </p>
              <p className="dim text-[13px]">
                {device.address ?? 'Unknown address'} · signed in <time dateTime={device.createdAt}>{device.since}</time>
              </p>
            </div>
            {!device.isCurrent && (
              <Form method="post">
                <input type="hidden" name="intent" value="sign-out-one" />
                <input type="hidden" name="id" value={device.id} />
                <Button type="submit" size="sm" aria-label={`Sign out ${device.name}, ${device.address ?? 'unknown address'}`}>
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="sign-out-others" />
          <Button type="submit" kind="danger-quiet">
            Sign out all other devices
          </Button>
        </Form>
      )}
    </Panel>
  );
}

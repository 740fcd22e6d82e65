import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { requirePageForm } from '#platform/http/page.ts';
import {
  answerForm,
  answerRenewed,
  type FormAnswer,
  pageClient,
  parseInput,
  text,
} from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { textLink } from '../components/forms/auth-page.tsx';
import { CodeField, codeCheck } from '../components/forms/code-field.tsx';
import { RecoveryCodesList } from '../components/recovery-codes-list.tsx';
import { authPolicy } from '../model/auth.policy.ts';
import { codeInput } from '../model/security.contract.ts';
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.server.ts';
import { disableSecondFactor } from '../second-factor/disable-second-factor.server.ts';
import { qrCode } from '../second-factor/qr-code.server.ts';
import { findSecondFactor } from '../second-factor/second-factor.queries.server.ts';
import { findWaitingSetUp, openSetUp } from '../second-factor/start-second-factor.server.ts';
import { confirmFirst, requireConfirmed } from '../step-up/step-up-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { platform, actor } = await requireConfirmed(args, 'set up an authenticator');
  const [factor, waiting] = await Promise.all([findSecondFactor(platform, actor), findWaitingSetUp(platform, actor)]);
  const key = waiting === null ? '' : (new URL(waiting.uri).searchParams.get('secret') ?? '');
  return {
    brand: platform.site.brand.name,
    since: factor.enabledAt === null ? null : dayMonthYear(new Date(factor.enabledAt)),
    waiting: waiting && { ...waiting, key: key.replace(/.{4}(?=.)/g, '$& '), qr: qrCode(waiting.uri) },
  };
}

type Answer = FormAnswer & { recoveryCodes?: string[] };

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, authPolicy, 'set up an authenticator');
  const client = pageClient(args);
  const intent = text(form, 'intent');
  await confirmFirst(args, platform, actor);
  return answerForm(form, [], async () => {
    if (intent === 'begin') {
      await openSetUp(platform, actor);
      throw redirect('/settings/security/authenticator');
    }
    if (intent === 'disable') {
      await disableSecondFactor(platform, actor, {}, client);
      throw redirect('/settings/security');
    }
    const { code } = parseInput(codeInput, { code: text(form, 'code') });
    const { recoveryCodes, session } = await confirmSecondFactor(
      platform,
      actor,
      { code, renewCodes: true, begunAt: text(form, 'begunAt') },
      client,
    );
    return answerRenewed(args, actor, session, { recoveryCodes } satisfies Answer);
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Authenticator app',
    description: 'Two-step verification with an app on your phone.',
    path: '/settings/security/authenticator',
    noIndex: true,
  });

export default function AuthenticatorPage() {
  const { brand, since, waiting } = useLoaderData<typeof loader>();
  const { problem, recoveryCodes } = useFormAnswer<Answer>() ?? {};
  if (recoveryCodes) return <RecoveryCodesList title="Save your recovery codes" codes={recoveryCodes} brand={brand} />;
  if (since !== null) return <TurnOff since={since} message={problem?.message} />;
  if (waiting) return <SetUp waiting={waiting} problem={problem} />;
  return (
    <Panel
      title="Authenticator app"
      note="An authenticator app shows a new code every 30 seconds. You can use any authenticator app."
    >
      <ErrorSummary errors={undefined} message={problem?.message} attempt={problem} />
      <Form method="post">
        <input type="hidden" name="intent" value="begin" />
        <Button type="submit" kind="primary">
          Set up app
        </Button>
      </Form>
    </Panel>
  );
}

type Waiting = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['waiting']>;
const checks: Checks = { code: codeCheck };

function SetUp({ waiting: { uri, key, qr, begunAt }, problem }: { waiting: Waiting; problem: FormAnswer['problem'] }) {
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().formData?.has('code') ?? false;
  return (
    <Panel title="Set up authenticator app" note="You can use any authenticator app. Most password managers have one.">
      <ol className="grid gap-8">
        <li>
          <h3 className="mb-3 font-semibold">1. Scan the QR code with the app</h3>
          <div className="flex flex-wrap items-start gap-6">
            <svg
              viewBox={`0 0 ${qr.size} ${qr.size}`}
              role="img"
              aria-label="QR code with the key below"
              shapeRendering="crispEdges"
              className="h-[208px] w-[208px] rounded-lg border border-border"
            >
              {/* Black on white in every theme: scanners expect it. */}
              <rect width={qr.size} height={qr.size} fill="#fff" />
              <path d={qr.path} fill="#000" />
            </svg>
            <div className="max-w-[300px]">
              <p className="mb-1">
                <a className={textLink} href={uri}>
                  Open in an app on this device
                </a>
              </p>
              <p className="dim mb-2 text-[0.8125rem]">Or enter this key in the app:</p>
              <p className="mb-3 max-w-[20ch] font-mono text-[0.9375rem] leading-[1.5rem]" data-testid="totp-key">
                {key}
              </p>
              <CopyButton text={key.replaceAll(' ', '')} label="Copy key" />
            </div>
          </div>
        </li>
        <li>
          <h3 className="mb-3 font-semibold">2. Enter the code from the app</h3>
          <Form method="post" {...props} className="max-w-[400px]">
            <ErrorSummary
              errors={undefined}
              message={problem?.errors ? undefined : problem?.message}
              attempt={problem}
            />
            <input type="hidden" name="intent" value="confirm" />
            <input type="hidden" name="begunAt" value={begunAt} />
            <CodeField kind="app" error={errors.code} attempt={attempt} help="The code changes every 30 seconds." />
            <Button type="submit" kind="primary" busy={busy} busyLabel="Turning on…" className="mt-5">
              Turn on two-step verification
            </Button>
          </Form>
        </li>
      </ol>
    </Panel>
  );
}

function TurnOff({ since, message }: { since: string; message: string | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'disable';
  return (
    <Panel
      title="Authenticator app"
      note={`On since ${since}. You enter a code when you sign in with your password or Google.`}
    >
      <ErrorSummary errors={undefined} message={message} />
      <p className="mb-4">
        To use another phone, turn off two-step verification and set up the app again. Your recovery codes will stop
        working, and your other devices will be signed out.
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="disable" />
        <Button type="submit" kind="danger-quiet" busy={busy} busyLabel="Turning off…">
          Turn off two-step verification
        </Button>
      </Form>
    </Panel>
  );
}

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
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import {
  answerForm,
  cookieHeaders,
  type FormAnswer,
  pageClient,
  parseInput,
  text,
} from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { AuthPage, TextLink } from '../components/forms/auth-page.tsx';
import { CodeField, codeCheck } from '../components/forms/code-field.tsx';
import { codeInput } from '../model/security.contract.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { finishSecondStep } from '../second-factor/finish-second-step.server.ts';
import { landingFor } from '../sign-in/landing.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const { searchParams } = new URL(request.url);
  const next = ownPath(searchParams.get('next'), platform.config.appUrl);
  if (actor) throw redirect(await landingFor(platform, actor.id, next));
  const { secondSteps } = platform.identity;
  const cookies = request.headers.get('cookie') ?? undefined;
  if (!(await secondSteps.find(platform.db, cookies, platform.clock.now())))
    throw backToSignIn(secondSteps.isNamedIn(cookies) ? 'second_step_over' : null, next);
  return { next, kind: searchParams.get('with') === 'recovery' ? ('recovery' as const) : ('app' as const) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const next = ownPath(text(form, 'next'), platform.config.appUrl);
  if (actor) throw redirect(await landingFor(platform, actor.id, next));
  return answerForm(form, [], async () => {
    const { code } = parseInput(codeInput, { code: text(form, 'code') });
    const kind = text(form, 'kind') === 'recovery' ? 'recovery' : 'app';
    try {
      const { userId, session } = await finishSecondStep(
        platform,
        { kind, code },
        pageClient({ request, context }),
        null,
      );
      throw redirect(await landingFor(platform, userId, next), { headers: cookieHeaders(session.cookies) });
    } catch (error) {
      if (isRefusal(error) && error.code.startsWith('second_step_')) throw backToSignIn(error.code, next);
      throw error;
    }
  });
}

function backToSignIn(problem: string | null, next: string | null): Response {
  const query = new URLSearchParams({ ...(problem ? { second: problem } : {}), ...(next ? { next } : {}) });
  return redirect(`/auth/sign-in${query.size > 0 ? `?${query}` : ''}`);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Two-step verification',
    description: 'Enter your code to sign in.',
    path: '/auth/second-step',
    noIndex: true,
  });

const checks: Checks = { code: codeCheck };

export default function SecondStepPage() {
  const { next, kind } = useLoaderData<typeof loader>();
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().formAction?.startsWith('/auth/second-step') ?? false;
  const isApp = kind === 'app';
  const other = new URLSearchParams({ ...(isApp ? { with: 'recovery' } : {}), ...(next ? { next } : {}) });
  return (
    <AuthPage
      title={isApp ? 'Enter your code' : 'Enter a recovery code'}
      lead={
        isApp
          ? 'Enter the 6-digit code from your authenticator app.'
          : 'Enter one of your saved recovery codes. Each code works once.'
      }
    >
      <Form method="post" {...props}>
        {/* With one field its own sentence is enough, and the field takes the focus. */}
        <ErrorSummary errors={undefined} message={problem?.errors ? undefined : problem?.message} attempt={problem} />
        <input type="hidden" name="next" value={next ?? ''} />
        <input type="hidden" name="kind" value={kind} />
        <CodeField kind={kind} error={errors.code} attempt={attempt} autoFocus />
        <Button type="submit" kind="primary" size="xl" full busy={busy} busyLabel="Signing in…" className="mt-6">
          Sign in
        </Button>
      </Form>
      <p className="mt-6">
        <TextLink to={{ search: other.size > 0 ? `?${other}` : '' }} replace>
          {isApp ? 'Use a recovery code instead' : 'Use your authenticator app instead'}
        </TextLink>
      </p>
      <p className="dim mt-3 text-[0.8125rem]">
        Not you, or don’t have your code?{' '}
        <TextLink to={next ? `/auth/sign-in?next=${encodeURIComponent(next)}` : '/auth/sign-in'}>
          Sign in another way
        </TextLink>
      </p>
    </AuthPage>
  );
}

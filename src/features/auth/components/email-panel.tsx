import { type FetcherWithComponents, useFetcher } from 'react-router';
import { isEmail, normalizeEmail } from '#features/members/words.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { EmailChangeView } from '../change-email/change-email.contract.ts';
import { messages } from '../model/messages.ts';
import { stepUpPath } from '../step-up/step-up.rules.ts';
import { TextLink } from './forms/auth-page.tsx';

export interface EmailPanelProps {
  email: string;
  isVerified: boolean;
  pending: (EmailChangeView & { left: string }) | null;
  /** Whether the member has a step-up within the last ten minutes. */
  isSteppedUp: boolean;
  /** The result of the form without JavaScript. */
  said: FormAnswer;
}

interface Part {
  change: FetcherWithComponents<FormAnswer>;
  said: FormAnswer;
}

/** The account's address, and its pending change. */
export function EmailPanel({ email, isVerified, pending, isSteppedUp, said: saidByPage }: EmailPanelProps) {
  // Not the page's own form: its result would be lost when the page reloads, which the emails' links trigger.
  const change = useFetcher<FormAnswer>();
  const part: Part = { change, said: change.data ?? saidByPage };
  // A link may be opened in another browser: this page is notified.
  useLive('me', {});
  return (
    <Panel title="Email" id="email">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-semibold wrap-anywhere">{email}</p>
        {isVerified ? (
          <StatusDot tone="live">Confirmed</StatusDot>
        ) : (
          <StatusDot tone="waiting">Not confirmed</StatusDot>
        )}
      </div>
      {!isVerified && !pending && (
        <p className="dim mt-2">
          You need a confirmed email to buy, sell, make offers and send messages.{' '}
          <TextLink to="/auth/verify-email">Confirm your email</TextLink>
        </p>
      )}
      <div className="mt-5">
        {pending ? (
          <Waiting pending={pending} {...part} />
        ) : isSteppedUp ? (
          <ChangeForm isVerified={isVerified} {...part} />
        ) : (
          <ConfirmFirst said={part.said} />
        )}
      </div>
    </Panel>
  );
}

function ConfirmFirst({ said }: Pick<Part, 'said'>) {
  return (
    <>
      <Said said={said} />
      <ButtonLink to={stepUpPath('/settings/security')}>Change email…</ButtonLink>
      <p className="dim mt-2 text-[0.8125rem]">We’ll ask you to verify your identity first.</p>
    </>
  );
}

const checks: Checks = { newEmail: (value) => (isEmail(normalizeEmail(value)) ? undefined : messages.emailInvalid) };

function ChangeForm({ change, said, isVerified }: Part & Pick<EmailPanelProps, 'isVerified'>) {
  const { errors, attempt, props } = useFormChecks(checks, said.problem);
  const busy = change.formData?.get('intent') === 'change-email';
  return (
    <change.Form method="post" {...props}>
      <ErrorSummary
        errors={errors}
        message={said.problem?.errors ? undefined : said.problem?.message}
        attempt={attempt}
      />
      <input type="hidden" name="intent" value="change-email" />
      <TextInput
        label="New email"
        name="newEmail"
        type="email"
        mark={false}
        required
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={said.values?.newEmail}
        help={
          isVerified
            ? 'We’ll email a link to both addresses. Your email changes when you open both. Your other devices will then be signed out.'
            : 'We’ll email a link to the new address. Your email changes when you open it. Your other devices will then be signed out.'
        }
        error={errors.newEmail}
      />
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <Button type="submit" kind="primary" busy={busy} busyLabel="Sending…">
          Change email
        </Button>
        <span role="status" className="dim">
          {busy ? '' : said.saved}
        </span>
      </div>
    </change.Form>
  );
}

function Waiting({ pending, change, said }: Part & { pending: EmailChangeView & { left: string } }) {
  const intent = change.formData?.get('intent');
  return (
    <div>
      <h3 className="font-semibold wrap-anywhere">Pending change to {pending.newEmail}</h3>
      <p className="dim mt-1">
        {pending.oldAsked
          ? 'Confirm the change in the emails that we sent to both addresses.'
          : 'Confirm the change in the email that we sent to the new address.'}{' '}
        {pending.left}.
      </p>
      {pending.oldAsked && (
        <ul className="mt-3 grid">
          <Side address={pending.oldEmail} isConfirmed={pending.oldConfirmed} />
          <Side address={pending.newEmail} isConfirmed={pending.newConfirmed} />
        </ul>
      )}
      <Said said={said} />
      <div className="mt-4 flex flex-wrap gap-3">
        <change.Form method="post">
          <input type="hidden" name="intent" value="resend-email" />
          <Button type="submit" busy={intent === 'resend-email'} busyLabel="Sending…">
            Send again
          </Button>
        </change.Form>
        <change.Form method="post">
          <input type="hidden" name="intent" value="cancel-email" />
          <Button type="submit" kind="danger-quiet" busy={intent === 'cancel-email'} busyLabel="Cancelling…">
            Cancel change
          </Button>
        </change.Form>
      </div>
    </div>
  );
}

function Side({ address, isConfirmed }: { address: string; isConfirmed: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border py-3">
      <span className="min-w-0 wrap-anywhere">{address}</span>
      {isConfirmed ? <StatusDot tone="live">Confirmed</StatusDot> : <StatusDot tone="waiting">Email sent</StatusDot>}
    </li>
  );
}

function Said({ said: { problem, saved } }: { said: FormAnswer }) {
  return (
    <div aria-live="polite">
      {problem && (
        <Note tone="danger" className="my-3">
          {problem.message}
        </Note>
      )}
      {!problem && saved && (
        <Note tone="success" className="my-3">
          {saved}
        </Note>
      )}
    </div>
  );
}

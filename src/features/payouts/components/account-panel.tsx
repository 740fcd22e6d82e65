import { Form } from 'react-router';
import { countryName } from '#kernel/text/country-name.ts';
import { dateAndTime, dayMonthYear } from '#kernel/time.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { StatusDot, type StatusTone } from '#ui/feedback/status-dot.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select } from '#ui/form/field.tsx';
import { Definitions, Note, Panel } from '#ui/page/panel.tsx';
import { accountPage, accountWords } from '../accounts/words/account-words.ts';
import type { ShownAccount } from '../contract.ts';

const tones: Record<ShownAccount['state'], StatusTone> = {
  none: 'paused',
  started: 'paused',
  in_review: 'waiting',
  active: 'live',
  restricted: 'bad',
  closed: 'bad',
  rejected: 'bad',
};

interface AccountPanelProps {
  account: ShownAccount;
  countries: readonly (readonly [code: string, name: string])[];
  /** Selected at first. */
  country: string | null;
  answer: FormAnswer | undefined;
  busy: boolean;
}

/** Where a seller is paid to: its state, what is missing, and the button that leads to Stripe's page. */
export function AccountPanel({ account, countries, country, answer, busy }: AccountPanelProps) {
  const { state, requirements, pausedUntil, salesBlocked, canLink } = account;
  const { label, sentence } = accountWords[state];
  const isAsked = requirements.some(({ who }) => who === 'member');
  return (
    <Panel title="Stripe account" id="account" actions={<StatusDot tone={tones[state]}>{label}</StatusDot>}>
      <p className="mb-4">{sentence}</p>
      {salesBlocked && (
        <Note tone="warning" className="mb-4">
          <strong>Buyers can’t buy your listings now.</strong> They can again as soon as your account is active.
        </Note>
      )}
      {pausedUntil && (
        <Note tone="warning" className="mb-4">
          <strong>Payouts are paused until {dateAndTime(new Date(pausedUntil))}.</strong> Your bank account was changed.
          If this wasn’t you, contact support now.
        </Note>
      )}
      {requirements.length > 0 && <Requirements of={requirements} />}
      {state !== 'none' && <Definitions rows={[['Country', account.country && countryName(account.country)]]} />}
      {canLink && (
        <Form method="post" action={accountPage} className="mt-4" noValidate>
          <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer} />
          {state === 'none' && (
            <Select
              label="Country"
              fieldClass="mb-4"
              name="country"
              required
              defaultValue={answer?.values?.country ?? country ?? ''}
              error={answer?.problem?.errors?.country}
              help="Where you live or your business is. You can’t change it later."
            >
              <option value="">Select a country</option>
              {countries.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          <Button
            type="submit"
            kind={isAsked || state === 'none' ? 'primary' : undefined}
            busy={busy}
            busyLabel="Opening Stripe…"
          >
            {buttonOf(state, isAsked)}
          </Button>
          <p className="dim mt-3">
            {state === 'none' || isAsked
              ? 'You enter your details and bank account on Stripe’s page.'
              : 'In Stripe’s dashboard, you change your bank account and see your payouts.'}{' '}
            We never see your documents or account number.
          </p>
        </Form>
      )}
    </Panel>
  );
}

function buttonOf(state: ShownAccount['state'], isAsked: boolean): string {
  if (state === 'none') return 'Set up payouts';
  if (state === 'started') return 'Continue setup';
  return isAsked ? 'Add details' : 'Open Stripe dashboard';
}

function Requirements({ of: requirements }: { of: ShownAccount['requirements'] }) {
  return (
    <ul className="drows mb-4" aria-label="What is missing">
      {requirements.map(({ code, sentence, problem, who, dueAt, isPastDue }) => (
        <li key={code}>
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{sentence}</p>
            {problem && <p className="dim">{problem}</p>}
          </div>
          <span className="dim flex-none">{whenOf(who, isPastDue, dueAt)}</span>
        </li>
      ))}
    </ul>
  );
}

function whenOf(who: 'member' | 'stripe', isPastDue: boolean, dueAt: string | null): string {
  if (who === 'stripe') return 'In review';
  if (isPastDue) return 'Overdue';
  return dueAt ? `By ${dayMonthYear(new Date(dueAt))}` : 'Needed from you';
}

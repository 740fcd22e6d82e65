import { useEffect, useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { plural } from '#kernel/format.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { PlanKind } from '../model/plan.ts';
import type { PlanAnswer, PlanFacts } from '../pages/plan.server.ts';
import { PendingPlan } from './pending-plan.tsx';
import { planWords, priceWords } from './plan-words.ts';
import './premium.css';

interface Props {
  facts: PlanFacts;
  answer: PlanAnswer | undefined;
  /** The page that shows it; a cancellation is posted there. */
  at: string;
}

/** Plans whose price the member pays; beside “Free” it would read as the price of free. */
const billed: ReadonlySet<PlanKind> = new Set(['pending', 'active', 'due']);

/** The member's plan and all that can be done about it. Cancelling takes two presses in the same place. */
export function PlanPanel({ facts, answer, at }: Props) {
  const { plan, price, isThanked, isAsking, userId, freePlaces: freeSlots } = facts;
  const { title, text } = planWords(plan, freeSlots);
  const { formData, state } = useNavigation();
  // A grant, a renewal, a payment that failed: what happens elsewhere shows here at once.
  useLive('me', {});
  const busy = state === 'idle' ? undefined : formData?.get('intent');
  const asks = isAsking && plan.canCancel && !answer?.saved;
  const question = useRef<HTMLDivElement>(null);
  // The pressed link is gone; its question takes the focus, not the button, so that a second press is meant.
  useEffect(() => {
    if (asks) question.current?.focus();
  }, [asks]);
  return (
    <Panel title="Your plan" id="plan" className="plan">
      {answer?.problem && (
        <Note tone="danger" role="alert">
          {answer.problem.message}
        </Note>
      )}
      {answer?.saved && (
        <Note tone="success" role="status">
          {answer.saved}
        </Note>
      )}
      {isThanked && !answer && (
        <Note tone="success" role="status">
          <p>
            <strong>You have Premium.</strong> All its features are available now.{' '}
            <Link to="/listings/create">List a card</Link> or open <Link to="/dashboard/listings">your listings</Link>.
          </p>
        </Note>
      )}
      <p className="plan-k">{title}</p>
      <p className="dim">Subscription: {statusWords[plan.status]}</p>
      {price && billed.has(plan.kind) && (
        <p className="plan-p">{price.taxIncluded ? `${priceWords(price)}, tax included` : priceWords(price)}</p>
      )}
      <p className="dim">{text}</p>
      <div className="plan-a">
        {plan.kind === 'pending' && <PendingPlan userId={userId} />}
        {plan.canSubscribe && (
          <Press intent="subscribe" busy={busy} kind="primary" busyLabel="Opening checkout…">
            {price ? `Subscribe for ${priceWords(price)}` : 'Subscribe'}
          </Press>
        )}
        {plan.kind === 'due' && plan.hasPortal && (
          <Press intent="portal" busy={busy} kind="primary" busyLabel="Opening…">
            Update payment method
          </Press>
        )}
        {plan.hasPortal && plan.kind !== 'due' && (
          <Press intent="portal" busy={busy} busyLabel="Opening…">
            {plan.kind === 'ending' ? 'Keep Premium' : 'Manage billing'}
          </Press>
        )}
        {plan.canCancel && !asks && (
          <ButtonLink kind="danger-quiet" to={`${at}?cancel=ask#plan`} preventScrollReset replace>
            Cancel Premium
          </ButtonLink>
        )}
        {asks && (
          <div className="plan-c" ref={question} tabIndex={-1}>
            <p>
              <strong>Cancel Premium?</strong> {cancelMeans(plan.date, plan.kind === 'due', freeSlots)}
            </p>
            <Press intent="cancel" busy={busy} kind="danger" busyLabel="Cancelling…" fields={cancelFields(facts)}>
              Cancel Premium
            </Press>
            <ButtonLink to={at} preventScrollReset replace>
              Keep Premium
            </ButtonLink>
          </div>
        )}
      </div>
      {plan.canSubscribe && (
        <p className="plan-n">
          {price?.taxIncluded && 'Tax is included. '}You pay on our payment provider’s page. We never see your card
          number. <Link to="/premium#cancelling">How cancelling works</Link>
        </p>
      )}
    </Panel>
  );
}

/** ST-04 as the page says it. */
const statusWords = { active: 'active', canceled: 'canceled', none: 'none' } as const;

function cancelMeans(date: string | null, isDue: boolean, places: number): string {
  if (isDue) return 'Premium ends now, and you will not be charged for the open invoice. Nothing is deleted.';
  const then = `Then your ${plural(places, { one: '# newest listing stays', other: '# newest listings stay' })} for sale, and the others are paused. Nothing is deleted.`;
  return date
    ? `You keep Premium until ${dayMonthYear(new Date(date))}. ${then}`
    : `You keep Premium until the end of the paid period. ${then}`;
}

/** The body of AP-03 as the fields of a form. */
function cancelFields({ subscriptionId, userId, isPreview }: PlanFacts): Record<string, string> {
  return {
    ...(subscriptionId === null ? {} : { subscriptionId }),
    userId,
    ...(isPreview ? { isPreview: 'true' } : {}),
  };
}

interface PressProps {
  intent: string;
  /** Additional fields, by name. */
  fields?: Readonly<Record<string, string>>;
  busy: FormDataEntryValue | null | undefined;
  kind?: 'primary' | 'danger';
  busyLabel: string;
  children: string;
}

function Press({ intent, fields = {}, busy, kind, busyLabel, children }: PressProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" full {...(kind ? { kind } : {})} busy={busy === intent} busyLabel={busyLabel}>
        {children}
      </Button>
    </Form>
  );
}

import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import { caseVerbs } from '../../cases/case.process.ts';
import type { Order, OrderCase } from '../../contract.ts';
import { orderLimits } from '../../model/order.rules.ts';
import type { ActionAnswer } from '../order/order-actions.tsx';
import type { Side } from '../order/order-words.ts';
import { ParcelFields } from '../parcel-fields.tsx';
import { caseSentence, caseTitles, proposalWords } from './case-words.ts';
import { ProposeForm } from './propose-form.tsx';

interface Props {
  order: Order;
  found: OrderCase;
  side: Side;
  answer: ActionAnswer | undefined;
}

const intents: readonly string[] = caseVerbs;

/** What buyer and seller settle about an order: the proposal, and what this side can do. */
export function CasePanel({ order, found, side, answer }: Props) {
  const { formData, state } = useNavigation();
  const busy = state === 'idle' ? undefined : formData?.get('intent');
  const may = (verb: OrderCase['actions'][number]) => found.actions.includes(verb);
  const isMine = intents.includes(answer?.values?.intent ?? '');
  const errors = isMine ? answer?.problem?.errors : undefined;
  const returned = found.items && order.items.filter(({ listingId }) => found.items?.includes(listingId));
  return (
    <Panel title={caseTitles[found.kind]} id="case">
      <div className="ord-act">
        {isMine && answer?.problem && !errors && (
          <Note tone="danger" role="alert">
            {answer.problem.message}
          </Note>
        )}
        <p>{caseSentence(found, order, side)}</p>
        {found.proposal && (
          <p>
            <strong>{found.proposal.by === side ? 'Your proposal' : 'Proposal'}:</strong>{' '}
            {proposalWords(found.proposal)}.
          </p>
        )}
        {returned && <p className="dim">For: {returned.map(({ title }) => title).join(', ')}</p>}
        {found.tracking && (
          <p className="dim">
            {found.tracking.carrier}
            {found.tracking.trackingNumber && ` · ${found.tracking.trackingNumber}`}
          </p>
        )}
        {may('accept') && <Press found={found} intent="accept" busy={busy} kind="primary" label={acceptLabel(found)} />}
        {may('decline') && <Press found={found} intent="decline" busy={busy} label="Decline" />}
        {may('take_back') && (
          <Press
            found={found}
            intent="take_back"
            busy={busy}
            label={found.kind === 'cancellation' ? 'Withdraw request' : 'Withdraw proposal'}
          />
        )}
        {may('show_delivery') && (
          <Press found={found} intent="show_delivery" busy={busy} kind="primary" label="Confirm delivery by tracking" />
        )}
        {may('contest_delivery') && (
          <Press found={found} intent="contest_delivery" busy={busy} label="Contest delivery" />
        )}
        {may('receive_return') && (
          <Press found={found} intent="receive_return" busy={busy} kind="primary" label="Confirm return and refund" />
        )}
        {may('contest_return') && (
          <details open={isMine && answer?.values?.intent === 'contest_return' && Boolean(errors)}>
            <summary>Report a problem with the return</summary>
            <Form method="post" preventScrollReset noValidate>
              <input type="hidden" name="intent" value="contest_return" />
              <TextInput
                label="What is wrong"
                name="reason"
                required
                maxLength={orderLimits.reasonLength}
                defaultValue={answer?.values?.reason}
                error={errors?.reason}
                help="We read both sides and decide."
              />
              <Button type="submit" busy={busy === 'contest_return'} busyLabel="Sending…" className="mt-4">
                Report problem
              </Button>
            </Form>
          </details>
        )}
        {may('send_return') && (
          <Form method="post" preventScrollReset noValidate>
            <input type="hidden" name="intent" value="send_return" />
            <ErrorSummary errors={errors} attempt={answer?.problem} />
            <ParcelFields
              required
              carrier={answer?.values?.carrier}
              trackingNumber={answer?.values?.trackingNumber}
              errors={errors}
            />
            <Button type="submit" kind="primary" size="xl" full busy={busy === 'send_return'} className="mt-4">
              Mark return as shipped
            </Button>
          </Form>
        )}
        {may('propose') && (
          <ProposeForm
            order={order}
            version={found.version}
            canReturn={found.kind !== 'not_arrived'}
            answer={answer?.values?.intent === 'propose' ? answer : undefined}
            busy={busy === 'propose'}
            isFirst={found.proposal === null}
          />
        )}
      </div>
    </Panel>
  );
}

const acceptLabel = ({ kind, proposal }: OrderCase): string => {
  if (kind === 'cancellation') return 'Cancel order and refund';
  return proposal?.kind === 'return' ? 'Accept return' : 'Accept proposal';
};

interface PressProps {
  found: OrderCase;
  intent: string;
  label: string;
  busy: FormDataEntryValue | null | undefined;
  kind?: 'primary' | 'default';
}

/** Answers the version that is shown. */
function Press({ found, intent, label, busy, kind = 'default' }: PressProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={found.version} />
      <Button type="submit" kind={kind} size="xl" full busy={busy === intent} busyLabel="Saving…">
        {label}
      </Button>
    </Form>
  );
}

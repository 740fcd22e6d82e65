import { Form, useNavigation } from 'react-router';
import { orderLimits } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { StatusDot, type StatusTone } from '#ui/feedback/status-dot.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId, TextArea } from '#ui/form/field.tsx';
import { Definitions, Note, Panel } from '#ui/page/panel.tsx';

import type { OrderFactsView } from '../../contract.ts';
import type { OrderAnswer } from '../../orders/act-on-order.server.ts';

type Chargeback = OrderFactsView['chargebacks'][number];

const states: Record<Chargeback['state'], { word: string; tone: StatusTone }> = {
  open: { word: 'The bank has not decided', tone: 'bad' },
  won: { word: 'The money stays', tone: 'live' },
  lost: { word: 'The bank took it', tone: 'paused' },
};

const when = (at: string | null) => at && <time dateTime={at}>{dateAndTime(new Date(at))}</time>;
const plain = (word: string) => word.replaceAll('_', ' ');

interface Props {
  chargeback: Chargeback;
  order: Pick<OrderFactsView, 'tracking'>;
  answer: OrderAnswer | undefined;
}

/** A chargeback: the disputed amount, the evidence sent, and the form for more. */
export function ChargebackFacts({ chargeback, order, answer }: Props) {
  const { id, state, status, reason, amount, openedAt, closedAt, evidenceDueAt, evidence, evidenceFailure, canAnswer } =
    chargeback;
  const { word, tone } = states[state];
  return (
    <Panel title="Bank asks for the payment back" id={`chargeback-${id}`}>
      <Definitions
        rows={[
          [
            'State',
            <StatusDot key="state" tone={tone}>
              {word}
            </StatusDot>,
          ],
          ['Asked back', formatMoney(amount)],
          ['Why', plain(reason)],
          ['At Stripe', plain(status)],
          ['Since', when(openedAt)],
          ['Evidence until', state === 'open' ? when(evidenceDueAt) : null],
          ['Decided', when(closedAt)],
          ['Evidence', evidence && (evidence.sentAt ? when(evidence.sentAt) : 'On its way to Stripe')],
          [
            'Id',
            <code key="id" className="adm-id">
              {id}
            </code>,
          ],
        ]}
      />
      {evidence && (
        <details>
          <summary>What the bank was told</summary>
          <Definitions
            rows={Object.entries(evidence.fields).map(([field, text]) => [
              plain(field),
              <span key={field} className="adm-said">
                {text}
              </span>,
            ])}
          />
          <p className="adm-n">Beside it, the name and the address that the buyer gave at the checkout.</p>
        </details>
      )}
      {evidenceFailure && (
        <Note tone="warning">
          Stripe did not take the evidence ({evidenceFailure}).{canAnswer && ' Mend what it names, and send it anew.'}
        </Note>
      )}
      {canAnswer && (
        <EvidenceForm
          id={id}
          isSent={order.tracking !== null}
          answer={answer?.values?.chargeback === id ? answer : undefined}
        />
      )}
    </Panel>
  );
}

function EvidenceForm({ id, isSent, answer }: { id: string; isSent: boolean; answer: OrderAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const problem = answer?.problem;
  const own = `${id}-statement`;
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Send evidence" className="adm-act mt-4">
      <input type="hidden" name="act" value="evidence" />
      <input type="hidden" name="chargeback" value={id} />
      {problem?.errors ? (
        <ErrorSummary errors={{ [own]: problem.errors.statement ?? '' }} attempt={problem} />
      ) : (
        problem && (
          <Note tone="danger" role="alert" className="mb-4">
            {problem.message}
          </Note>
        )
      )}
      <h3>Answer the bank</h3>
      <p className="dim mb-4">
        Sent with it: what was sold as the buyer saw it, the address{isSent ? ', the carrier, the tracking number' : ''}{' '}
        and when each thing happened. The bank reads one answer, so it can’t be changed afterwards.
      </p>
      <TextArea
        label="What the bank should know"
        name="statement"
        id={fieldId(own)}
        required
        rows={4}
        maxLength={orderLimits.statementLength}
        defaultValue={answer?.values?.statement}
        error={problem?.errors?.statement}
        help="Read by the bank, and kept in the audit log."
      />
      <Button
        type="submit"
        kind="primary"
        className="mt-4"
        busy={state !== 'idle' && formData?.get('chargeback') === id}
        busyLabel="Sending…"
      >
        Send the evidence
      </Button>
    </Form>
  );
}

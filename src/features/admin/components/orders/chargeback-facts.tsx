import { Form, useNavigation } from 'react-router';
import { orderLimits } from '#features/orders/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { StatusDot, type StatusTone } from '#ui/feedback/status-dot.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, fieldId, TextArea } from '#ui/form/field.tsx';
import { Definitions, Note, Panel } from '#ui/page/panel.tsx';

import type { OrderFactsView } from '../../contract.ts';
import type { OrderAnswer } from '../../orders/act-on-order.server.ts';

type Chargeback = OrderFactsView['chargebacks'][number];

const states: Record<Chargeback['state'], { word: string; tone: StatusTone }> = {
  open: { word: 'Open', tone: 'bad' },
  won: { word: 'Won', tone: 'live' },
  lost: { word: 'Lost', tone: 'paused' },
};

const when = (at: string | null) => at && <time dateTime={at}>{dateAndTime(new Date(at))}</time>;
const plain = (word: string) => word.replaceAll('_', ' ');

interface Props {
  chargeback: Chargeback;
  order: Pick<OrderFactsView, 'id' | 'tracking'>;
  answer: OrderAnswer | undefined;
}

/** A chargeback: the disputed amount, the evidence sent, and the form for more. */
export function ChargebackFacts({ chargeback, order, answer }: Props) {
  const { id, state, status, reason, amount, openedAt, closedAt, evidenceDueAt, evidence, evidenceFailure, canAnswer } =
    chargeback;
  const { word, tone } = states[state];
  return (
    <Panel title="Payment dispute" id={`chargeback-${id}`}>
      <Definitions
        rows={[
          [
            'Status',
            <StatusDot key="state" tone={tone}>
              {word}
            </StatusDot>,
          ],
          ['Amount', formatMoney(amount)],
          ['Reason', plain(reason)],
          ['Status at Stripe', plain(status)],
          ['Opened', when(openedAt)],
          ['Evidence due', state === 'open' ? when(evidenceDueAt) : null],
          ['Closed', when(closedAt)],
          ['Evidence', evidence && (evidence.sentAt ? when(evidence.sentAt) : 'Submitting…')],
          [
            'ID',
            <code key="id" className="adm-id">
              {id}
            </code>,
          ],
        ]}
      />
      <p className="mt-4">
        <a
          className={buttonClass({ size: 'sm' })}
          href={`/api/admin/orders/${order.id}/chargebacks/${id}/evidence.pdf`}
        >
          Download evidence
        </a>
      </p>
      {evidence && (
        <details>
          <summary>Submitted evidence</summary>
          <Definitions
            rows={Object.entries(evidence.fields).map(([field, text]) => [
              plain(field),
              <span key={field} className="adm-said">
                {text}
              </span>,
            ])}
          />
          <p className="adm-n">
            The buyer’s name and address from checkout were submitted too, and the record of all orders as a file.
          </p>
        </details>
      )}
      {evidenceFailure && (
        <Note tone="warning">
          {canAnswer
            ? `Stripe rejected the evidence (${evidenceFailure}). Correct it and submit it again.`
            : `Stripe rejected the evidence (${evidenceFailure}).`}
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
    <Form method="post" preventScrollReset noValidate aria-label="Submit evidence" className="adm-act mt-4">
      <input type="hidden" name="act" value="evidence" />
      <input type="hidden" name="chargeback" value={id} />
      {problem?.errors ? (
        <ErrorSummary
          errors={Object.fromEntries(Object.entries(problem.errors).map(([name, said]) => [`${id}-${name}`, said]))}
          attempt={problem}
        />
      ) : (
        problem && (
          <Note tone="danger" role="alert" className="mb-4">
            {problem.message}
          </Note>
        )
      )}
      <h3>Submit evidence</h3>
      <p className="dim mb-4">
        {isSent
          ? 'We add the listing as shown to the buyer, the address, the tracking details and all dates.'
          : 'We add the listing as shown to the buyer, the address and all dates.'}{' '}
        The file that you can download above is sent too.
      </p>
      <TextArea
        label="Statement"
        name="statement"
        id={fieldId(own)}
        required
        rows={4}
        maxLength={orderLimits.statementLength}
        defaultValue={answer?.values?.statement}
        error={problem?.errors?.statement}
        help="Submitted to the bank. Recorded in the audit log."
      />
      <Checkbox
        name="confirmed"
        id={fieldId(`${id}-confirmed`)}
        label="I’ve read the evidence. It can be submitted only once, and not changed afterwards."
        required
        className="mt-4"
        error={problem?.errors?.confirmed}
      />
      <Button
        type="submit"
        kind="primary"
        className="mt-4"
        busy={state !== 'idle' && formData?.get('chargeback') === id}
        busyLabel="Submitting…"
      >
        Submit evidence to the bank
      </Button>
    </Form>
  );
}

import { Form, useNavigation } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, fieldId, TextArea } from '#ui/form/field.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { OrderFactsView } from '../../contract.ts';
import type { OrderAnswer } from '../../orders/act-on-order.server.ts';

type Act = OrderFactsView['may'][number];

const words: Record<
  Act,
  { title: string; means: string; reason: string; press: string; busy: string; kind: 'danger' | 'primary' }
> = {
  refund: {
    title: 'Refund buyer',
    means:
      'Refunds the rest of the payment to the original payment method and closes the order. The listing stays sold.',
    reason: 'Emailed to the buyer and the seller and shown on the order. Recorded in the audit log.',
    press: 'Refund buyer',
    busy: 'Deciding…',
    kind: 'danger',
  },
  close: {
    title: 'Close without refund',
    means: 'Completes the order. The buyer isn’t refunded and can’t report another problem.',
    reason: 'Emailed to the buyer and the seller and shown on the order. Recorded in the audit log.',
    press: 'Close without refund',
    busy: 'Deciding…',
    kind: 'danger',
  },
  clear: {
    title: 'Resume order',
    means:
      'Syncs the order with Stripe and clears the alert. This can mark the order as paid, release its copies or refund a late payment.',
    reason: 'What you found, and what you did in Stripe’s dashboard. Recorded in the audit log.',
    press: 'Resume order',
    busy: 'Resuming…',
    kind: 'primary',
  },
};

const meansOfSeveral =
  'Refunds the price of the selected cards to the original payment method and completes the order. If all cards are selected, this refunds the rest of the payment and closes the order.';

/** Said before what letting it go on means. */
const warned =
  'A bank warns that this payment may be fraudulent. To avoid a chargeback, refund it in Stripe’s dashboard. This closes the order. Otherwise, resume the order.';

interface Props {
  order: Pick<OrderFactsView, 'may' | 'fraudWarnings' | 'items'>;
  /** Whether the reader bought or sold it. */
  isOwn: boolean;
  answer: OrderAnswer | undefined;
}

/** What can be done with an order now, each with a reason. */
export function OrderActs({ order: { may, fraudWarnings, items }, isOwn, answer }: Props) {
  return (
    <Panel title="Actions" id="actions">
      {may.length === 0 && (
        <p className="dim">{isOwn ? 'This is your own order. Another admin must handle it.' : 'No action needed.'}</p>
      )}
      {may.map((act) => (
        <ActForm
          key={act}
          act={act}
          items={act === 'refund' && items.length > 1 ? items : []}
          isWarned={fraudWarnings.some(({ isActionable }) => isActionable)}
          answer={answer?.values?.act === act ? answer : undefined}
        />
      ))}
    </Panel>
  );
}

interface FormProps {
  act: Act;
  /** For which of them money goes back; none to choose where there is one. */
  items: OrderFactsView['items'];
  isWarned: boolean;
  answer: OrderAnswer | undefined;
}

function ActForm({ act, items, isWarned, answer }: FormProps) {
  const { formData, state } = useNavigation();
  const { title, means, reason, press, busy, kind } = words[act];
  const problem = answer?.problem;
  const own = `${act}-reason`;
  const said = items.length > 0 ? meansOfSeveral : means;
  return (
    <Form method="post" preventScrollReset noValidate aria-label={title} className="adm-act">
      <input type="hidden" name="act" value={act} />
      {problem?.errors ? (
        <ErrorSummary
          errors={{ [own]: problem.errors.reason ?? '', [`${act}-items`]: problem.errors.items ?? '' }}
          attempt={problem}
        />
      ) : (
        problem && (
          <Note tone="danger" role="alert" className="mb-4">
            {problem.message}
          </Note>
        )
      )}
      <h3>{title}</h3>
      <p className="dim mb-4">{act === 'clear' && isWarned ? `${warned}${said}` : said}</p>
      {items.length > 0 && <ItemsBack items={items} id={fieldId(`${act}-items`)} error={problem?.errors?.items} />}
      <TextArea
        label="Reason"
        name="reason"
        id={fieldId(own)}
        required
        rows={3}
        maxLength={500}
        defaultValue={answer?.done ? '' : answer?.values?.reason}
        error={problem?.errors?.reason}
        help={reason}
      />
      <Button
        type="submit"
        kind={kind}
        className="mt-4"
        busy={state !== 'idle' && formData?.get('act') === act}
        busyLabel={busy}
      >
        {press}
      </Button>
    </Form>
  );
}

/**
 * All items are selected at first; only the selected ones are refunded, and the sale of the others remains.
 */
function ItemsBack({ items, id, error }: { items: OrderFactsView['items']; id: string; error: string | undefined }) {
  return (
    <fieldset className="mb-4 grid gap-2" id={id} tabIndex={-1}>
      <legend className="mb-2 font-semibold">Cards to refund</legend>
      <input type="hidden" name="byItem" value="1" />
      {items.map(({ listingId, title, quantity, price }) => (
        <Checkbox
          key={listingId}
          name="items"
          value={listingId}
          defaultChecked
          label={`${quantity} × ${title}, ${formatMoney(price)}`}
        />
      ))}
      <p className={error ? 'err' : 'help'}>
        {error ?? 'Deselect the cards that the buyer keeps. Shipping is refunded only if all cards are selected.'}
      </p>
    </fieldset>
  );
}

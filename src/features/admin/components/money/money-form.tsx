import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { fieldId, TextInput } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { MoneyAnswer } from '../../money/act-on-money.server.ts';
import type { MoneyDecision } from '../../money/money.contract.ts';

const words: Readonly<Record<MoneyDecision['act'], { press: string; busy: string; means: string }>> = {
  confirm_opening: {
    press: 'Book as opening balance',
    busy: 'Booking…',
    means: 'Books this amount as your own money from before the ledger began. Possible once for each currency.',
  },
  book_as_own: {
    press: 'Book as own money',
    busy: 'Booking…',
    means: 'Books this line as your own money. No order and no seller is affected.',
  },
  stop_payouts: {
    press: 'Set payouts to manual',
    busy: 'Saving…',
    means: 'Stripe then pays out your balance only when you request it in its dashboard.',
  },
  release_order: {
    press: 'Release to seller',
    busy: 'Releasing…',
    means: 'The seller is paid, and an open problem or request ends. Buyer and seller read the reason.',
  },
  refund_order: {
    press: 'Refund buyer',
    busy: 'Refunding…',
    means: 'The rest of the payment goes back to the buyer. Buyer and seller read the reason.',
  },
  write_off_debt: {
    press: 'Write off debt',
    busy: 'Writing off…',
    means: 'The debt becomes a loss. We email the seller that nothing has to be paid.',
  },
};

interface Props {
  act: MoneyDecision['act'];
  /** Distinguishes the forms of one page. */
  about: string;
  hidden?: Record<string, string>;
  answer: MoneyAnswer | undefined;
}

/** A decision about the market's money, with a reason for the audit log. */
export function MoneyForm({ act, about, hidden = {}, answer }: Props) {
  const { formData, state } = useNavigation();
  const { press, busy, means } = words[act];
  const problem = answer?.problem;
  return (
    <Form method="post" preventScrollReset noValidate aria-label={press} className="adm-decide">
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="about" value={about} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {problem && !problem.errors?.reason && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      <p className="dim mb-4">{means}</p>
      <TextInput
        label="Reason"
        name="reason"
        id={fieldId(`reason-${about}`)}
        required
        maxLength={500}
        defaultValue={answer?.values?.reason}
        error={problem?.errors?.reason}
        help="Recorded in the audit log."
      />
      <Button
        type="submit"
        className="mt-4"
        busy={state !== 'idle' && formData?.get('about') === about}
        busyLabel={busy}
      >
        {press}
      </Button>
    </Form>
  );
}

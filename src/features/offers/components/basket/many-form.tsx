import { Form, useLocation, useNavigation } from 'react-router';
import { plural } from '#kernel/format.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, TextArea } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { AnsweredMany } from '../../answer/answer-many.server.ts';
import type { Offer, OfferSide } from '../../contract.ts';
import { offerLimits } from '../../model/offer.rules.ts';
import { sameSide } from '../offer-filters.ts';

const formId = 'answer-many';

export interface ManyAnswer extends FormAnswer {
  many?: AnsweredMany & { verb: 'declined' | 'withdrawn' };
}

/** Whether it is the answer to what was pressed for all that are selected. */
export const isOfMany = (answer: ManyAnswer | undefined) => answer?.values?.intent?.endsWith('-many') ?? false;

/** The actions on several offers at once: received ones are declined with one reason, own ones are withdrawn. */
const canSelect = ({ actions }: Pick<Offer, 'actions'>) => actions.includes('decline') || actions.includes('withdraw');

/** Whether a list has more than one of them: a single one is answered in its row. */
export const hasSeveral = (offers: readonly Pick<Offer, 'actions'>[]) => offers.filter(canSelect).length > 1;

/** The box of an offer's row, where it can be answered so; it belongs to the form above the list. */
export function SelectOffer({ offer }: { offer: Pick<Offer, 'id' | 'title' | 'actions'> }) {
  return canSelect(offer) ? (
    <Checkbox form={formId} name="ids" value={offer.id} label="Select" aria-label={`Select: ${offer.title}`} />
  ) : null;
}

interface ManyFormProps {
  role: OfferSide;
  offers: readonly Pick<Offer, 'id' | 'actions'>[];
  /** Ids of those that are selected, as far as a script has seen it. */
  selected: readonly string[];
  answer: ManyAnswer | undefined;
}

/** The selection in the list below the form. */
export function selectedOffers(): string[] {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? new FormData(form).getAll('ids').map(String) : [];
}

/**
 * Above a list with several offers to answer. The list of received offers also contains the member's own counter-offers
 * and offers to watchers: withdrawing is offered there only once such a one is selected.
 */
export function ManyForm({ role, offers, selected, answer }: ManyFormProps) {
  const { formData, state } = useNavigation();
  const { search } = useLocation();
  const open = offers.filter(canSelect);
  const may = (action: 'decline' | 'withdraw', some = open) => some.some(({ actions }) => actions.includes(action));
  const mayWithdraw = may('withdraw', role === 'buyer' ? open : open.filter(({ id }) => selected.includes(id)));
  const chosen = open.filter(({ id }) => selected.includes(id)).length;
  const problem = isOfMany(answer) ? answer?.problem : undefined;
  const busy = (intent: string) => state !== 'idle' && formData?.get('intent') === intent;
  if (!hasSeveral(open) && !problem) return null;
  return (
    <Form
      id={formId}
      method="post"
      action={`?${sameSide(search, role)}`}
      preventScrollReset
      noValidate
      className="bulk ofr-many"
      aria-label="Selected offers"
    >
      {problem && (
        <Note tone="danger" role="alert">
          {Object.values(problem.errors ?? {})[0] ?? problem.message}
        </Note>
      )}
      {chosen > 0 && (
        <span>
          <strong>{chosen}</strong> selected
        </span>
      )}
      {may('decline') && (
        <>
          <TextArea
            label="Reason for all selected offers"
            quiet
            placeholder="Reason for all selected offers"
            name="reason"
            rows={1}
            maxLength={offerLimits.reasonLength}
            defaultValue={answer?.values?.reason}
          />
          <Button
            type="submit"
            size="sm"
            kind="danger-quiet"
            name="intent"
            value="decline-many"
            busy={busy('decline-many')}
            busyLabel="Declining…"
          >
            Decline selected offers
          </Button>
        </>
      )}
      {mayWithdraw && (
        <Button
          type="submit"
          size="sm"
          name="intent"
          value="withdraw-many"
          busy={busy('withdraw-many')}
          busyLabel="Withdrawing…"
        >
          Withdraw selected offers
        </Button>
      )}
    </Form>
  );
}

/** A withdrawal sends no notification, nor does a refusal of one of a seller's offers to many. */
function notifiedSentence(notified: number): string {
  if (notified === 0) return '';
  return plural(notified, { one: ' We sent # notification.', other: ' We sent # notifications.' });
}

const doneSentence = (done: number, verb: 'declined' | 'withdrawn'): string => {
  if (verb === 'declined')
    return done === 0 ? 'No offers declined.' : plural(done, { one: '# offer declined.', other: '# offers declined.' });
  return done === 0
    ? 'No offers withdrawn.'
    : plural(done, { one: '# offer withdrawn.', other: '# offers withdrawn.' });
};

const refusedSentence = (refused: number, verb: 'declined' | 'withdrawn'): string =>
  verb === 'declined'
    ? plural(refused, { one: '# offer couldn’t be declined:', other: '# offers couldn’t be declined:' })
    : plural(refused, { one: '# offer couldn’t be withdrawn:', other: '# offers couldn’t be withdrawn:' });

/** The results, with the reason of each refusal. */
export function ManyAnswered({ done, told: notified, refused, verb }: NonNullable<ManyAnswer['many']>) {
  return (
    <Note tone={refused.length > 0 ? 'warning' : 'success'} className="mb-4">
      {refused.length === 0
        ? `${doneSentence(done, verb)}${notifiedSentence(notified)}`
        : `${doneSentence(done, verb)} ${refusedSentence(refused.length, verb)}`}
      {refused.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {refused.map(({ id, title, message }) => (
            <li key={id}>
              {title}: {message}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}

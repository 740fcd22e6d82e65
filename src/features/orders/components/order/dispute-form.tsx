import { dayMonthYear } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Field, fieldId, Select, TextArea } from '#ui/form/field.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import type { Order } from '../../contract.ts';
import { disputeReasons, mostProblemPhotos, orderLimits } from '../../model/order.rules.ts';
import type { ActionAnswer } from './order-actions.tsx';
import { disputeWords } from './order-words.ts';
import { own, ownErrors } from './own-fields.ts';

/** Reports a problem with its photos: a plain form, since files are received as they come. */
export function DisputeForm({
  order: { id: orderId, reportMissingFrom: from },
  now,
  answer,
}: {
  order: Pick<Order, 'id' | 'reportMissingFrom'>;
  now: string;
  answer: ActionAnswer | undefined;
}) {
  const errors = answer?.problem?.errors;
  const isEarly = from !== null && new Date(now) < new Date(from);
  return (
    <details open={Boolean(answer?.problem)}>
      <summary>Report a problem</summary>
      <form method="post" action={`/orders/${orderId}`} encType="multipart/form-data" noValidate>
        <ErrorSummary errors={ownErrors('dispute', errors)} attempt={answer?.problem} />
        <Select
          label="Type of problem"
          name="reason"
          id={fieldId(own('dispute', 'reason'))}
          required
          defaultValue={answer?.values?.reason ?? ''}
          error={errors?.reason}
          help={isEarly ? `You can report the order as not received from ${dayMonthYear(new Date(from))}.` : undefined}
        >
          <option value="">Select a type</option>
          {disputeReasons.map((reason) => (
            <option key={reason} value={reason}>
              {disputeWords[reason]}
            </option>
          ))}
        </Select>
        <TextArea
          label="Description"
          name="text"
          id={fieldId(own('dispute', 'text'))}
          required
          maxLength={orderLimits.disputeLength}
          defaultValue={answer?.values?.text}
          error={errors?.text}
          help="The seller can read this and refund you."
        />
        <Field
          label="Photos"
          name="photos"
          id={fieldId(own('dispute', 'photos'))}
          error={errors?.photos}
          help={`Up to ${mostProblemPhotos} photos of the card and the parcel. You can add more later.`}
        >
          {(control) => (
            <FileInput
              {...control}
              label="Choose photos"
              name="photos"
              multiple
              accept="image/jpeg,image/png,image/webp"
            />
          )}
        </Field>
        <Button type="submit" kind="danger" className="mt-4">
          Report problem
        </Button>
      </form>
    </details>
  );
}

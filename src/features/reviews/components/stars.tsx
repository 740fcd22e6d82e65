import { CircleAlert, Star } from 'lucide-react';
import { plural } from '#kernel/format.ts';
import { cn } from '#ui/cn.ts';
import { fieldId } from '#ui/form/field.tsx';
import { Icon } from '#ui/icon.tsx';

const starWords = ['Bad', 'Poor', 'Fair', 'Good', 'Excellent'] as const;
const steps = [1, 2, 3, 4, 5] as const;

/** The stars of one review. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="rev-stars">
      <span className="sr">{rating} of 5 stars</span>
      {steps.map((step) => (
        <Icon key={step} of={Star} size={16} className={step <= rating ? 'solid' : 'none'} />
      ))}
    </span>
  );
}

/** A choice of one to five, as radio buttons styled as stars; the word for the chosen one is shown beside. */
export function StarsField({ defaultValue, error }: { defaultValue: string | undefined; error: string | undefined }) {
  const id = fieldId('rating');
  return (
    <fieldset className={cn('fld rev-choose', error && 'bad')} aria-describedby={error && `${id}-error`}>
      <legend>
        <span>Rating</span>
        <span className="req">Required</span>
      </legend>
      <div className="rev-row">
        {steps.map((step) => (
          <label key={step} title={starWords[step - 1]}>
            <input
              type="radio"
              id={step === 1 ? id : `${id}-${step}`}
              name="rating"
              value={step}
              defaultChecked={defaultValue === String(step)}
              aria-invalid={error ? true : undefined}
            />
            <Icon of={Star} size={28} />
            <span className="sr">
              {plural(step, { one: '# star', other: '# stars' })}, {starWords[step - 1]}
            </span>
            <span className="rev-word" aria-hidden="true">
              {starWords[step - 1]}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="err" id={`${id}-error`}>
          <Icon of={CircleAlert} size={15} />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

import { Form } from 'react-router';
import type { Frequency } from '#kernel/how-often.ts';
import { Button } from '#ui/button.tsx';
import { FrequencySelect } from './frequency-select.tsx';

export interface FrequencyFormProps {
  /** What the form changes: a saved search, a followed seller, the favourites or the want lists. */
  of: 'search' | 'seller' | 'favourites' | 'lists';
  id: string;
  /** For screen readers, after “Notifications for”. */
  about: string;
  frequency: Frequency;
}

/** The frequency of one source, changed with one press. */
export function FrequencyForm({ of, id, about, frequency }: FrequencyFormProps) {
  return (
    <Form method="post" preventScrollReset className="flex items-center gap-2">
      <input type="hidden" name="id" value={id} />
      <FrequencySelect
        key={frequency}
        id={`often-${of}-${id}`}
        label={`Notifications for ${about}`}
        quiet
        value={frequency}
      />
      <Button
        type="submit"
        size="sm"
        name="intent"
        value={`often-${of}`}
        aria-label={`Save notifications for ${about}`}
      >
        Save
      </Button>
    </Form>
  );
}

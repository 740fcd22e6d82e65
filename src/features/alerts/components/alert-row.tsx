import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import type { Frequency } from '#kernel/how-often.ts';
import { Button } from '#ui/button.tsx';
import { FrequencyForm } from './frequency-form.tsx';

export interface AlertRowProps {
  of: 'search' | 'seller';
  id: string;
  name: string;
  to: string;
  about: string | null;
  frequency: Frequency;
  /** Why it is paused. */
  paused?: string | null;
  /** The page that changes its name. */
  edit?: string;
  /** The label of the last button. */
  remove: string;
  /** A form in place of that of the frequency. */
  children?: ReactNode;
}

/** A saved search or a followed seller: its frequency, and the button that removes it. */
export function AlertRow({ of, id, name, to, about, frequency, paused, edit, remove, children }: AlertRowProps) {
  return (
    <li>
      <div>
        <Link to={to} dir="auto">
          {name}
        </Link>
        {about && about !== name && (
          <p className="dim" dir="auto">
            {about}
          </p>
        )}
        {paused && <p className="warn">{paused}</p>}
        {edit && (
          <Link className="link" to={edit}>
            Edit search<span className="sr">: {name}</span>
          </Link>
        )}
      </div>
      {children ?? <FrequencyForm of={of} id={id} about={name} frequency={frequency} />}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          kind="danger-quiet"
          size="sm"
          name="intent"
          value={`remove-${of}`}
          aria-label={`${remove}: ${name}`}
        >
          {remove}
        </Button>
      </Form>
    </li>
  );
}

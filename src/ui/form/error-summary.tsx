import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { fieldId } from './field.tsx';

export interface ErrorSummaryProps {
  /** Sentence by field name. Renders nothing when it is empty and there is no message. */
  errors: Record<string, string> | undefined;
  /** A sentence that belongs to no field. */
  message?: string | undefined;
  title?: string;
  /**
   * Changes with each refused submit: the summary lists what is wrong then, and takes the focus, for the same mistakes
   * too.
   */
  attempt?: unknown;
}

/**
 * Stands at the top of a form that was refused, takes the focus, and links to each field. A mistake that is found when
 * its field is left belongs to that field alone: the person is in the next one.
 */
export function ErrorSummary({ errors = {}, message, title, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const names = Object.keys(errors);
  const [refusal, setRefusal] = useState({ attempt, names, hadFields: names.length > 0 });
  if (refusal.attempt !== attempt) setRefusal({ attempt, names, hadFields: names.length > 0 });
  // What was put right is not listed again before the next try.
  else if (refusal.names.some((name) => !(name in errors)))
    setRefusal({ ...refusal, names: refusal.names.filter((name) => name in errors) });
  const fields = Object.entries(errors).filter(([name]) => refusal.names.includes(name));
  // Once all fields are put right, their message goes too.
  const present = fields.length > 0 || (Boolean(message) && !refusal.hadFields);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the signal
  useEffect(() => {
    if (present) box.current?.focus();
  }, [present, attempt]);
  if (!present) return null;
  const heading = title ?? (fields.length === 0 ? message : 'There is a problem');
  return (
    <div className="errs" ref={box} tabIndex={-1} role="alert">
      <Icon of={CircleAlert} />
      <div>
        <h2>{heading}</h2>
        {message && fields.length > 0 && !fields.some(([, said]) => said === message) && <p>{message}</p>}
        {fields.length > 0 && (
          <ul>
            {fields.map(([name, sentence]) => (
              <li key={name}>
                <a
                  href={`#${fieldId(name)}`}
                  onClick={(event) => {
                    const field = document.getElementById(fieldId(name));
                    if (!field) return;
                    event.preventDefault();
                    field.focus();
                  }}
                >
                  {sentence}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

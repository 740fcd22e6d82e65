import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { Icon } from '../icon.tsx';
import { fieldId } from './field.tsx';

export interface RadioCard {
  value: string;
  label: ReactNode;
  /** One sentence under the label. */
  means?: ReactNode;
  /** At the right, for readers of pictures only. */
  picture?: ReactNode;
}

export interface RadioCardsProps {
  legend: string;
  name: string;
  /** Where several forms of a page have radios of one name. */
  id?: string;
  options: readonly RadioCard[];
  value?: string;
  defaultValue?: string;
  required?: boolean;
  /** `false` leaves the word out where one of them is always chosen. */
  mark?: boolean;
  help?: ReactNode;
  error?: string | undefined;
  onChange?: (value: string) => void;
}

/**
 * A choice among a few that each need a sentence, such as the conditions. The first radio carries the id that
 * errors link to.
 */
export function RadioCards({
  legend,
  name,
  id = fieldId(name),
  options,
  value,
  defaultValue,
  required,
  mark = true,
  help,
  error,
  onChange,
}: RadioCardsProps) {
  const about = error ? `${id}-error` : help ? `${id}-help` : undefined;
  return (
    <fieldset className={cn('fld', error && 'bad')} aria-describedby={about}>
      <legend>
        <span>{legend}</span>
        {mark && <span className="req">{required ? 'Required' : 'Optional'}</span>}
      </legend>
      <div className="picks">
        {options.map((option, at) => (
          <label key={option.value} className="pick">
            <input
              type="radio"
              id={at === 0 ? id : `${id}-${option.value}`}
              name={name}
              value={option.value}
              aria-invalid={error ? true : undefined}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={onChange && (() => onChange(option.value))}
            />
            <span>
              {option.label}
              {option.means && <p>{option.means}</p>}
            </span>
            {option.picture}
          </label>
        ))}
      </div>
      {error ? (
        <p className="err" id={`${id}-error`}>
          <Icon of={CircleAlert} size={15} />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <div className="help" id={`${id}-help`}>
            {help}
          </div>
        )
      )}
    </fieldset>
  );
}

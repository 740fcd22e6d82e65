import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cn } from '../cn.ts';
import { Icon } from '../icon.tsx';

/** What the control inside a field must carry so that label, help and error belong to it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldOptions {
  label: ReactNode;
  /** The control's name; its id is `f-{name}` unless `id` says otherwise, which is what `ErrorSummary` links to. */
  name: string;
  id?: string;
  /**
   * Shown at the right of the label. `mark={false}` leaves the word out where a form has two fields and nothing is in
   * doubt.
   */
  required?: boolean;
  mark?: boolean;
  help?: ReactNode;
  /** Replaces the help while it is shown. */
  error?: string | undefined;
  /** Shows the label to screen readers only. */
  quiet?: boolean;
  fieldClass?: string;
}

interface FieldProps extends FieldOptions {
  children: (control: ControlProps) => ReactNode;
}

export function fieldId(name: string): string {
  return `f-${name.replace(/[^\w-]+/g, '-')}`;
}

/** Label above, control, then help or error below. */
export function Field({
  label,
  name,
  id = fieldId(name),
  required,
  mark = true,
  help,
  error,
  quiet,
  fieldClass,
  children,
}: FieldProps) {
  const aboutId = error ? `${id}-error` : help ? `${id}-help` : undefined;
  return (
    <div className={cn('fld', error && 'bad', fieldClass)}>
      <label htmlFor={id} className={quiet ? 'sr' : undefined}>
        <span>{label}</span>
        {mark && !quiet && <span className="req">{required ? 'Required' : 'Optional'}</span>}
      </label>
      {children({
        id,
        'aria-describedby': aboutId,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
}

function FieldNote({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  if (error) {
    return (
      <p className="err" id={`${id}-error`}>
        <Icon of={CircleAlert} size={15} />
        <span>{error}</span>
      </p>
    );
  }
  return help ? (
    <div className="help" id={`${id}-help`}>
      {help}
    </div>
  ) : null;
}

function split<T extends FieldOptions>(props: T) {
  const { label, name, id, required, mark, help, error, quiet, fieldClass, ...rest } = props;
  return { field: { label, name, id, required, mark, help, error, quiet, fieldClass }, rest: { ...rest, name } };
}

export type Control<K extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<K>, keyof FieldOptions> &
  FieldOptions;

/** `before` is shown inside the control at its left (a currency, an @). */
export function TextInput({ before, className, ...props }: Control<'input'> & { before?: string }) {
  const { field, rest } = split(props);
  return (
    <Field {...field}>
      {(control) => {
        const input = <input type="text" {...rest} {...control} className={cn('in', className)} />;
        if (!before) return input;
        return (
          <span className="in-x">
            <span className={cn('pre', before.length > 1 && 'wide')} aria-hidden="true">
              {before}
            </span>
            {input}
          </span>
        );
      }}
    </Field>
  );
}

/** A password with a button that shows it. Pasting and password managers work. */
export function PasswordInput({ className, ...props }: Control<'input'>) {
  const { field, rest } = split(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <span className="in-x">
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cn('in pr-11', className)}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className="ib sm"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} size={16} />
          </button>
        </span>
      )}
    </Field>
  );
}

export function TextArea({ className, rows = 4, ...props }: Control<'textarea'>) {
  const { field, rest } = split(props);
  return (
    <Field {...field}>
      {(control) => <textarea {...rest} {...control} rows={rows} className={cn('in', className)} />}
    </Field>
  );
}

export function Select({ className, children, ...props }: Control<'select'>) {
  const { field, rest } = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="selbox">
          <select {...rest} {...control} className={cn('in', className)}>
            {children}
          </select>
          <Icon of={ChevronDown} size={16} />
        </span>
      )}
    </Field>
  );
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  /** At the right edge, for counts. */
  count?: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  indeterminate?: boolean;
}

export function Checkbox({ label, count, help, error, indeterminate, className, ...rest }: CheckboxProps) {
  const id =
    rest.id ?? (rest.name ? fieldId(rest.value === undefined ? rest.name : `${rest.name}-${rest.value}`) : undefined);
  const about = id && (error || help) ? `${id}-${error ? 'error' : 'help'}` : undefined;
  const box = (
    <label className={cn('ck', help !== undefined && 'top-l', className)}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        aria-describedby={about}
        aria-invalid={error ? true : undefined}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate ?? false;
        }}
      />
      <span>{label}</span>
      {count !== undefined && <em>{count}</em>}
    </label>
  );
  if (!id || (!error && !help)) return box;
  return (
    <div className={cn('fld', error && 'bad')}>
      {box}
      <FieldNote id={id} help={help} error={error} />
    </div>
  );
}

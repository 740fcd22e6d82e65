import { Upload } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { plural } from '#kernel/format.ts';
import { buttonClass } from '../button.tsx';
import { Icon } from '../icon.tsx';

export interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** On its button, and its name: "Choose photos". */
  label: string;
}

/**
 * A file input with our button text instead of the browser's, and the chosen file names beside it. Without script the
 * browser's own control is shown, since only it can show the names.
 */
export function FileInput({ label, onChange, ...input }: FileInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  // They may have been chosen before the page was hydrated.
  useEffect(() => setSaid(inWords(field.current)), []);
  return (
    <div className="file">
      <label className={buttonClass({})}>
        <Icon of={Upload} size={17} />
        {label}
        <input
          {...input}
          ref={field}
          className="sr"
          type="file"
          onChange={(event) => {
            setSaid(inWords(event.currentTarget));
            onChange?.(event);
          }}
        />
      </label>
      <span className="dim" role="status">
        {said}
      </span>
    </div>
  );
}

function inWords(field: HTMLInputElement | null): string {
  const [first, ...others] = field?.files ?? [];
  return first
    ? others.length > 0
      ? plural(others.length + 1, { one: '# file selected', other: '# files selected' })
      : first.name
    : '';
}

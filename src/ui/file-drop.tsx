import { clsx } from 'clsx';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fieldId } from './field.tsx';
import { Icon } from './icon.tsx';

export interface FileDropProps {
  name: string;
  /** `Add photos`. */
  label: string;
  /** Kinds, sizes and counts in words. */
  help: ReactNode;
  accept: string;
  multiple?: boolean;
  /** Opens the back camera on phones. */
  capture?: boolean;
  error?: string | undefined;
  /** Without it the files travel with the form. */
  onFiles?: (files: File[]) => void;
}

/** A file input with a large target that also takes what is dropped on it. Works as a plain input before scripts load. */
export function FileDrop({ name, label, help, accept, multiple, capture, error, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const id = fieldId(name);
  return (
    <div className={clsx('fld', error && 'bad')}>
      <div className={clsx('drop', isOver && 'over')}>
        <Icon of={ImagePlus} size={22} />
        <label htmlFor={id}>
          <strong>{label}</strong>
        </label>
        <span id={`${id}-help`}>{help}</span>
        {/* The input covers the whole box, so the browser itself takes what is dropped. */}
        <input
          id={id}
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          capture={capture ? 'environment' : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-help`}
          aria-invalid={error ? true : undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            if (!onFiles) return;
            onFiles([...(event.currentTarget.files ?? [])]);
            // The same file may be chosen again after it was removed.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {error && (
        <p className="err" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

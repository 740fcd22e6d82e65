import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';

interface Props {
  /** What it is called: an image, or a logo. */
  name: 'image' | 'logo';
  title: string;
  id: string;
  note: string;
  /** The current one; null: there is none. */
  current: ReactNode;
  /** The address that receives the file. */
  action: string;
  /** The act of the page that removes the current one. */
  removeAct: string;
  /** Why the last file was refused. */
  refused: string | null;
}

/** Uploads an image, by a plain form, which needs no script, or removes it. */
export function ImageForm({ name, title, id, note, current, action, removeAct, refused }: Props) {
  return (
    <Panel title={title} id={id} note={note}>
      {refused && (
        <Note tone="danger" role="alert" className="mb-4">
          {refused}
        </Note>
      )}
      {current}
      <form method="post" action={action} encType="multipart/form-data" className="grid justify-items-start gap-4">
        <FileInput
          label={current ? `Choose another ${name}` : `Choose ${name}`}
          name="photo"
          required
          accept="image/jpeg,image/png,image/webp"
        />
        <Button type="submit">{`Save ${name}`}</Button>
      </form>
      {current && (
        <Form method="post" preventScrollReset className="mt-4" aria-label={`Remove ${name}`}>
          <input type="hidden" name="act" value={removeAct} />
          <Button type="submit" kind="danger-quiet">
            {`Remove ${name}`}
          </Button>
        </Form>
      )}
    </Panel>
  );
}

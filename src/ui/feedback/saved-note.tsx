import { Note } from '../page/panel.tsx';

/** What a form's press did, said at the head of its page; nothing where nothing was done. */
export function SavedNote({ said }: { said: string | undefined }) {
  if (!said) return null;
  return (
    <Note tone="success" role="status" className="mb-4">
      {said}
    </Note>
  );
}

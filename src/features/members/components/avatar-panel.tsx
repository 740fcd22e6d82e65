import { type FormEvent, useEffect, useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { networkError } from '#kernel/specified-texts.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import { AvatarCropper } from './avatar-cropper.tsx';

export interface AvatarPanelProps {
  username: string;
  avatarUrl: string | null;
  /** Why the photo of the plain form was refused. */
  refused: string | null;
}

/** The profile picture: shown, chosen, cropped and removed. Without JavaScript the middle of the photo is used. */
export function AvatarPanel({ username, avatarUrl, refused }: AvatarPanelProps) {
  const { revalidate } = useRevalidator();
  /** Incremented with each picture that is stored or dropped, which empties the file field. */
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [part, setPart] = useState<{ x: number; y: number; size: number } | null>(null);
  const [problem, setProblem] = useState(refused);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen]);

  const choose = (file: File | undefined) => {
    setProblem(null);
    setSaid('');
    setPart(null);
    setChosen(file ? { file, url: URL.createObjectURL(file) } : null);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || busy) return;
    setBusy(true);
    const refusal = await upload(chosen.file, part);
    setBusy(false);
    setProblem(refusal);
    if (refusal !== null) return;
    setRound((times) => times + 1);
    choose(undefined);
    setSaid('Profile photo changed');
    void revalidate();
  };

  return (
    <Panel title="Profile photo" note="A square photo beside your name. JPEG, PNG or WebP, up to 12 MB.">
      <div aria-live="polite">
        {problem !== null && (
          <Note tone="danger" className="mb-4">
            {problem}
          </Note>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-6">
        {!chosen && <Avatar name={username} url={avatarUrl} size={96} />}
        <form
          action="/settings/avatar"
          method="post"
          encType="multipart/form-data"
          className="grid gap-4"
          onSubmit={(event) => void send(event)}
        >
          <FileInput
            key={round}
            label={avatarUrl ? 'Choose another photo' : 'Choose a photo'}
            name="photo"
            required
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
          {chosen && <AvatarCropper key={chosen.url} url={chosen.url} onChange={setPart} />}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" kind={chosen ? 'primary' : 'default'} busy={busy} busyLabel="Saving…">
              Save photo
            </Button>
            {chosen && !busy && (
              <Button
                onClick={() => {
                  setRound((times) => times + 1);
                  choose(undefined);
                }}
              >
                Cancel
              </Button>
            )}
            <span role="status" className="dim">
              {said}
            </span>
          </div>
        </form>
        {avatarUrl && !chosen && (
          <Form method="post" action="/settings/profile" onSubmit={() => setSaid('')}>
            <input type="hidden" name="intent" value="remove-avatar" />
            <Button type="submit" kind="danger-quiet">
              Remove photo
            </Button>
          </Form>
        )}
      </div>
    </Panel>
  );
}

/** Null when it was stored, otherwise the reason. */
async function upload(file: File, part: { x: number; y: number; size: number } | null): Promise<string | null> {
  const body = new FormData();
  body.set('photo', file);
  const query = part ? `?x=${part.x}&y=${part.y}&size=${part.size}` : '';
  const answer = await fetch(`/api/profile/avatar${query}`, { method: 'POST', body }).catch(() => null);
  if (answer === null) return networkError;
  if (answer.ok) return null;
  const problem: { message?: string } = await answer.json().catch(() => ({}));
  return problem.message ?? 'Couldn’t save the photo. Try again.';
}

import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatList, formatNumber, plural } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import { draftsOf } from './import-words.ts';
import { matchPhotos, type WaitingDraft } from './match-photos.ts';

type State = { state: 'waiting' | 'saved' } | { state: 'failed'; why: string };

interface DraftPhotosProps {
  drafts: readonly WaitingDraft[];
  /** The number of all that wait, including those not shown. */
  all: number;
}

/** Adds photos to many drafts of an import that need one. */
export function DraftPhotos({ drafts, all }: DraftPhotosProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isPublishing, setPublishing] = useState(true);
  const [states, setStates] = useState<Record<string, State>>({});
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const { by, matches, left } = matchPhotos(
    files.map(({ name }) => name),
    drafts,
  );
  const send = async () => {
    setBusy(true);
    for (const { draft, fileName } of matches) {
      const file = files.find(({ name }) => name === fileName);
      const state = file
        ? await sendPhotoTo(draft.listingId, file, isPublishing)
        : ({ state: 'failed', why: 'This file is no longer available. Choose it again.' } as const);
      setStates((before) => ({ ...before, [fileName]: state }));
    }
    setBusy(false);
    await revalidate();
  };
  const done = matches.filter(({ fileName }) => states[fileName]?.state === 'saved').length;
  return (
    <Panel
      className="mb-4"
      id="photos"
      title={draftsOf(all)}
      note="Choose all photos at once. A file name that ends with a row number is matched with that row. Without row numbers, photos are matched in order."
    >
      <label className="block">
        <span className="sr">Photos for the drafts</span>
        <input
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => {
            setFiles([...(target.files ?? [])]);
            setStates({});
          }}
        />
      </label>
      {matches.length > 0 && (
        <>
          <p className="mt-3">{by === 'number' ? 'Matched by row number' : 'Matched in order'}</p>
          <ul className="photo-matches" aria-label="Photos and their drafts">
            {matches.map(({ draft, fileName }) => {
              const state = states[fileName];
              return (
                <li key={fileName}>
                  Row {draft.row} · {draft.title} ← {fileName}
                  {state?.state === 'saved' && <strong> · Uploaded</strong>}
                  {state?.state === 'failed' && <span className="remark"> {state.why}</span>}
                </li>
              );
            })}
          </ul>
          {left.length > 0 && <Note tone="warning">{`These photos have no draft: ${formatList(left)}.`}</Note>}
          <Checkbox
            label="Publish each listing after its photo is uploaded"
            checked={isPublishing}
            onChange={({ target }) => setPublishing(target.checked)}
          />
          <Button
            kind="primary"
            className="mt-3"
            busy={isBusy}
            busyLabel={plural(matches.length, {
              one: `Uploading ${formatNumber(done)} of # photo…`,
              other: `Uploading ${formatNumber(done)} of # photos…`,
            })}
            onClick={() => void send()}
          >
            {plural(matches.length, { one: 'Upload # photo', other: 'Upload # photos' })}
          </Button>
        </>
      )}
      <p className="mt-3">
        <Link className="link" to="/dashboard/listings?tab=drafts">
          View drafts
        </Link>
      </p>
    </Panel>
  );
}

/** Adds the photo to its draft, and publishes the draft if chosen. */
async function sendPhotoTo(listingId: string, file: File, publish: boolean): Promise<State> {
  const body = new FormData();
  body.append('photos', file, file.name);
  const added = await call(`/api/listings/${listingId}/photos`, body);
  if (added !== null) return { state: 'failed', why: added };
  const published = publish ? await call(`/api/listings/${listingId}/publish`) : null;
  return published === null
    ? { state: 'saved' }
    : { state: 'failed', why: `The photo is uploaded, but the listing is still a draft. ${published}` };
}

/** The reason of a refusal; null for success. */
async function call(path: string, body?: FormData): Promise<string | null> {
  const response = await fetch(path, { method: 'POST', ...(body && { body }) }).catch(() => null);
  if (response?.ok) return null;
  const problem = (await response?.json().catch(() => null)) as { message?: string } | null | undefined;
  return problem?.message ?? 'The connection failed. Check it and try again.';
}

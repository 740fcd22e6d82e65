import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field, TextArea } from '#ui/form/field.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import type { StockImport } from '../contract.ts';
import { importSizes, pastedFileName } from '../model/import.process.ts';
import { ColumnForm, type UnknownColumns } from './column-form.tsx';

type Refused = { message?: string } & Partial<UnknownColumns>;
type Sent = { body: FormData };

/**
 * Uploads a file or pasted text and redirects to its preview; for unknown columns it shows the column form. Without
 * script both forms are sent as they are.
 */
export function FileForm({
  refused,
  pasted,
  games,
}: {
  /** The games of the card database. */
  games: readonly string[];
  refused: string | null;
  pasted: { problem?: string | undefined; text?: string | undefined };
}) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<{ of: 'file' | 'text'; said: string } | null>(null);
  const [unknown, setUnknown] = useState<UnknownColumns | null>(null);
  const [isBusy, setBusy] = useState(false);
  const last = useRef<{ of: 'file' | 'text'; sent: Sent } | null>(null);
  const problemOf = (of: 'file' | 'text', before: string | null | undefined) =>
    problem ? (problem.of === of ? problem.said : undefined) : (before ?? undefined);
  async function send(of: 'file' | 'text', sent: Sent) {
    last.current = { of, sent };
    setBusy(true);
    setProblem(null);
    setUnknown(null);
    const answer = await fetch('/api/listings/import', { method: 'POST', ...sent }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as (StockImport & Refused) | null;
    if (answer?.ok && body) return navigate(`/listings/import/${body.id}`);
    setBusy(false);
    const { header, sample, suggested } = body ?? {};
    if (header && sample && suggested) setUnknown({ header, sample, suggested });
    setProblem({ of, said: body?.message ?? 'Couldn’t upload the file. Check your connection and try again.' });
  }
  const onFile = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send('file', { body: new FormData(event.currentTarget) });
  };
  const onText = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '');
    // Sent as a file, so that pasted text has the size limit of a file.
    const body = new FormData();
    body.append('file', new Blob([text], { type: 'text/plain' }), pastedFileName);
    void send('text', { body });
  };
  const again = () => last.current && void send(last.current.of, last.current.sent);
  return (
    <>
      <form method="post" action="/listings/import/file" encType="multipart/form-data" onSubmit={onFile}>
        <Field
          label="File"
          name="file"
          mark={false}
          help={`CSV or TSV, at most ${importSizes.file} and ${importSizes.rows}.`}
          error={problemOf('file', refused)}
        >
          {(control) => (
            <FileInput {...control} label="Choose a file" name="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
          )}
        </Field>
        <Button type="submit" kind="primary" className="mt-3" disabled={isBusy}>
          {isBusy ? 'Uploading…' : 'Upload file'}
        </Button>
      </form>
      <form method="post" className="mt-8" noValidate onSubmit={onText}>
        <TextArea
          label="File contents"
          help="Paste them here instead of uploading a file."
          name="text"
          mark={false}
          rows={5}
          error={problemOf('text', pasted.problem)}
          defaultValue={pasted.text}
          spellCheck={false}
        />
        <Button type="submit" className="mt-3" disabled={isBusy}>
          Preview import
        </Button>
      </form>
      {unknown && <ColumnForm key={unknown.header.join('\n')} file={unknown} games={games} onSaved={again} />}
    </>
  );
}

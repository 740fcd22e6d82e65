import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { StockImport } from '../contract.ts';

/** Sends the chosen file and goes on to its preview. Without script the form is sent as it is. */
export function FileForm({ refused }: { refused: string | null }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState(refused);
  const [isBusy, setBusy] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const answer = await fetch('/api/listings/import', { method: 'POST', body: new FormData(event.currentTarget) }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as (StockImport & { message?: string }) | null;
    if (answer?.ok && body) return navigate(`/listings/import/${body.id}`);
    setBusy(false);
    setProblem(body?.message ?? 'The file could not be sent. Check your connection and try again.');
  }
  return (
    <form method="post" action="/listings/import/file" encType="multipart/form-data" onSubmit={(event) => void send(event)}>
      <Field label="File" name="file" mark={false} help="CSV or TSV, at most 5 MB and 5,000 rows." error={problem ?? undefined}>
        {(control) => <input {...control} type="file" name="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />}
      </Field>
      <Button type="submit" kind="primary" className="mt-3" disabled={isBusy}>
        {isBusy ? 'Reading the file…' : 'Read the file'}
      </Button>
    </form>
  );
}

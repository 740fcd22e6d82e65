import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { listGames } from '#features/catalogue/index.server.ts';
import { flagAdjectives } from '#features/catalogue/words.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatList, plural } from '#kernel/format.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { Select } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { FileForm } from '../components/file-form.tsx';
import { statusWords } from '../components/import-words.ts';
import { refusalSentenceOf } from '../components/refusals.ts';
import { importTextSchema } from '../contract.ts';
import { listImports, rowCounts } from '../imports.queries.server.ts';
import { importPolicy } from '../model/import.policy.ts';
import { forgetColumns, ownColumnsOf } from '../parse/own-columns.server.ts';
import { formats } from '../read/known-formats.ts';
import { importText } from '../run/import-stock.server.ts';
import { exportFormats } from '../write/write-stock.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, importPolicy, 'bring');
  const { platform } = pageScope(args.context);
  const [tier, imports, explained, games] = await Promise.all([
    definitionOf(platform.db, actor.id),
    listImports(platform.db, actor.id),
    ownColumnsOf(platform.db, actor.id),
    listGames(platform.db),
  ]);
  const counts = await rowCounts(
    platform.db,
    imports.map(({ id }) => id),
  );
  return {
    isPremium: tier.hasBulkListingTools,
    imports: imports.map(({ id, fileName, format, status, createdAt }) => ({
      id,
      status,
      name: fileName ?? 'Pasted list',
      format: labelOf(format),
      ...(counts.get(id) ?? { rows: 0, listed: 0 }),
      at: createdAt.toISOString(),
    })),
    explained: explained.map(({ id, header }) => ({ id, columns: header.filter(Boolean).join(', ').slice(0, 160) })),
    games: games.map(({ game }) => game),
    labels: formats.map(({ label }) => label),
    exports: exportFormats.map(({ format: { id, label } }) => ({ id, label })),
    refused: refusalSentenceOf(new URL(args.request.url).searchParams.get('refused')),
    now: platform.clock.now().toISOString(),
  };
}

const labelOf = (id: string) =>
  id === 'own' ? 'Custom columns' : (formats.find((format) => format.id === id)?.label ?? id);

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, importPolicy, 'bring');
  return answerForm(form, ['text'], async (): Promise<FormAnswer> => {
    const forget = text(form, 'forget');
    if (forget !== '') {
      await forgetColumns(platform, actor, forget);
      return { saved: 'Column mapping deleted' };
    }
    const { text: pasted } = parseInput(importTextSchema, { text: text(form, 'text') });
    const { id } = await importText(platform, actor, pasted);
    throw redirect(`/listings/import/${id}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Import and export',
    description: 'Import cards from a file, or export your inventory.',
    path: '/listings/import',
    noIndex: true,
  });

export default function NewImportPage() {
  const { isPremium, imports, explained, games, labels, exports, refused, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <div className="dh">
        <h1>Import and export</h1>
      </div>
      <SavedNote said={answer?.saved} />
      {isPremium ? (
        <Panel className="mb-4" title="Import a file" note="Preview every row and its card before you import it.">
          <p className="dim mb-4">Supported formats: {formatList(labels)}.</p>
          <FileForm
            games={games}
            refused={refused}
            pasted={{ problem: answer?.problem?.message, text: answer?.values?.text }}
          />
        </Panel>
      ) : (
        <Panel className="mb-4" title="Premium feature">
          <p className="mb-4">
            Importing files is part of Premium. You can use files in {labels.length} formats. We match each row with a
            card, and you list all matches at once. On any plan, you can list cards one by one.
          </p>
          <ButtonLink kind="primary" to="/premium">
            Compare plans
          </ButtonLink>
        </Panel>
      )}
      {isPremium && (
        <Panel
          className="mb-4"
          title="Export inventory"
          note="All unsold copies, including drafts and paused listings."
        >
          <form action="/api/listings/export.csv" className="flex flex-wrap items-end gap-3">
            <Select label="Format" name="format" mark={false}>
              {exports.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
            <Button type="submit">Download file</Button>
          </form>
          <p className="dim mt-3">
            “Sleeved stock” has all details and can be imported again unchanged. The other formats have the details of
            their service. Some have one game only, and most have no graded cards. Few have special editions or{' '}
            {flagAdjectives('and')} copies. A condition without a match is written as the next lower one. The eBay file
            leaves out Light played and Played copies.
          </p>
        </Panel>
      )}
      {explained.length > 0 && (
        <Panel className="mb-4" title="Saved column mappings" note="Used for files with these columns.">
          <ul className="grid gap-2">
            {explained.map(({ id, columns }) => (
              <li key={id}>
                <Form method="post" className="flex flex-wrap items-center gap-3">
                  <input type="hidden" name="forget" value={id} />
                  <span className="min-w-0 [overflow-wrap:anywhere]">{columns}</span>
                  <Button type="submit" size="sm">
                    Delete mapping
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {imports.length > 0 && (
        <Panel title="Recent imports" note="Stored for 30 days.">
          <ul className="grid gap-2">
            {imports.map(({ id, name, format, status, rows, listed, at }) => (
              <li key={id} className="min-w-0 [overflow-wrap:anywhere]">
                <Link className="link" to={`/listings/import/${id}`} dir="auto">
                  {name}
                </Link>{' '}
                <span className="dim">
                  · {format} · {plural(rows, { one: '# row', other: '# rows' })} ·{' '}
                  {listed > 0 && `${plural(listed, { one: '# listing', other: '# listings' })} · `}
                  <RelativeTime at={at} now={now} /> · {statusWords[status]}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

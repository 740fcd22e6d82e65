import { Suspense } from 'react';
import { Form, useNavigation } from 'react-router';
import type { MarketText } from '#features/legal/contract.ts';
import { marketTextLength, marketTexts } from '#features/legal/words.ts';
import { Written } from '#features/listings/widgets.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { useShownVersion } from '#ui/form/unsaved/use-shown-version.ts';
import type { MarketAnswer } from '../pages/market.tsx';

/** One text of the marketplace, in Markdown, with a preview before it is saved. */
export function MarketTextForm({ text: stored, answer }: { text: MarketText; answer: MarketAnswer | undefined }) {
  const { name, text, version } = useShownVersion(stored, answer);
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values, preview } = answer?.saved ? {} : (answer ?? {});
  return (
    <Form method="post" preventScrollReset noValidate aria-label={marketTexts[name].label}>
      <input type="hidden" name="about" value={name} />
      <input type="hidden" name="version" value={version} />
      <ErrorSummary
        errors={problem?.errors}
        message={problem?.errors ? undefined : problem?.message}
        attempt={problem}
      />
      {preview && (
        <section className="mb-4" aria-label="Preview">
          <p className="dim">This preview isn’t saved yet.</p>
          <Suspense>
            <Written blocks={preview} />
          </Suspense>
        </section>
      )}
      <TextArea
        key={version}
        label={marketTexts[name].label}
        quiet
        name="text"
        id={`text-${name}`}
        rows={8}
        maxLength={marketTextLength}
        defaultValue={values?.text ?? text}
        error={problem?.errors?.text}
        help="Markdown: **bold**, lists, headings. Leave empty to delete the text."
      />
      <p className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="act" value="preview" busy={busy}>
          Preview text
        </Button>
        <Button type="submit" name="act" value="write" kind="primary" busy={busy}>
          Save
        </Button>
      </p>
    </Form>
  );
}

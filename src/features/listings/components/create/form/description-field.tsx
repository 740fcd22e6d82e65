import { Bold, Heading, Italic, Link2, List, ListOrdered, TextQuote } from 'lucide-react';
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#kernel/format.ts';
import { fieldId, TextArea } from '#ui/form/field.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { StepProps } from './parts.ts';

/** Loaded on first preview: it includes the Markdown parser. */
const DescriptionPreview = lazyPart(() => import('./description-preview.tsx'), CannotPreview);

function CannotPreview() {
  return <p className="dim">Couldn’t load the preview. Your text is unchanged.</p>;
}

/** By the seller's tier. */
export interface DescriptionRights {
  /** Whether Markdown is read. */
  isFormatted: boolean;
  mostCharacters: number;
}

const says = 'Describe each mark and name the photo that shows it.';

/**
 * Premium formats the text, other tiers show it unformatted: after the tier's end the seller is informed here, as
 * buyers see it on the listing.
 */
const mark = /\*\*\S|__\S|`\S|^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s|\[[^\]]+\]\(/m;
const asTyped = 'Formatting is a Premium feature. On the Free plan, buyers see **, # and - as plain text.';

/** What the seller writes about a copy: text, and with premium Markdown with buttons, keys and a preview. */
export function DescriptionField({
  form,
  errors,
  change,
  scripted,
  rights,
}: StepProps & { scripted: boolean; rights: DescriptionRights }) {
  const { isFormatted, mostCharacters } = rights;
  const [view, setView] = useState<'write' | 'preview'>('write');
  const bar = useRef<HTMLElement>(null);
  const isPreview = view === 'preview';
  const upTo = `Up to ${formatNumber(mostCharacters)} characters.`;
  const plain = mark.test(form.description) ? `${asTyped} ${upTo}` : `${says} ${upTo}`;
  return (
    <div className="mt-6">
      {isFormatted && scripted && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <Segmented
            label="Description"
            options={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
            value={view}
            onChange={setView}
          />
          {!isPreview && <Toolbar bar={bar} />}
        </div>
      )}
      {isPreview && (
        <section className="min-h-50" aria-label="Description as buyers see it">
          <Suspense fallback={<p className="dim">Loading preview…</p>}>
            <DescriptionPreview text={form.description} />
          </Suspense>
        </section>
      )}
      <div hidden={isPreview}>
        <TextArea
          label="Description"
          name="description"
          rows={isFormatted ? 8 : 5}
          error={errors.description}
          help={isFormatted ? `${says} Formatting: **bold**, _italic_, - for lists, > for quotes. ${upTo}` : plain}
          value={form.description}
          onKeyDown={(event) => pressMark(event, bar.current)}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
    </div>
  );
}

const marks = [
  ['bold', 'Bold', Bold, 'b'],
  ['italic', 'Italic', Italic, 'i'],
  ['header-3', 'Heading', Heading, ''],
  ['quote', 'Quote', TextQuote, ''],
  ['unordered-list', 'List', List, ''],
  ['ordered-list', 'Numbered list', ListOrdered, ''],
  ['link', 'Link', Link2, 'k'],
] as const;

/** What its buttons do comes from a library, and can be undone as typing can. Arrow keys go through them. */
function Toolbar({ bar }: { bar: RefObject<HTMLElement | null> }) {
  useEffect(() => void import('@github/markdown-toolbar-element').catch(() => undefined), []);
  return (
    <markdown-toolbar ref={bar} for={fieldId('description')} class="flex" role="toolbar" aria-label="Formatting">
      {marks.map(([mark, name, picture, key]) => (
        <button
          key={mark}
          type="button"
          className="ib sm"
          data-md-button={mark}
          aria-label={name}
          data-tip={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
        >
          <Icon of={picture} size={16} />
        </button>
      ))}
    </markdown-toolbar>
  );
}

/** Ctrl or ⌘ with a letter does the same as its button. */
function pressMark(event: KeyboardEvent, bar: HTMLElement | null): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const mark = marks.find(([, , , key]) => key !== '' && key === event.key.toLowerCase())?.[0];
  const button = mark && bar?.querySelector<HTMLElement>(`[data-md-button=${mark}]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'markdown-toolbar': React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> & {
        class: string;
        for: string;
      };
    }
  }
}

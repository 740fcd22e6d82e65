import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DescriptionField } from './description-field.tsx';
import type { StepProps } from './parts.ts';

const helpOf = (description: string, isFormatted: boolean) => {
  const props = { form: { description }, errors: {}, change: () => {} } as unknown as StepProps;
  const html = renderToStaticMarkup(
    <DescriptionField {...props} scripted={false} rights={{ isFormatted, mostCharacters: 2_000 }} />,
  );
  return /Describe each mark|Formatting is a Premium feature/.exec(html)?.[0];
};

test('[ST-06] a seller without premium reads that buyers see the marks of their text unformatted; not where the text has none, or is formatted', () => {
  const [notified, question] = ['Formatting is a Premium feature', 'Describe each mark'];
  for (const text of [
    '**Clean** corners',
    '- a nick\n- a line',
    '# Front',
    '> as I got it',
    '1. front',
    '[photo](https://a.example)',
    'a\n\n`x`',
  ])
    expect([text, helpOf(text, false), helpOf(text, true)]).toEqual([text, notified, question]);
  for (const text of [
    '',
    'A line - thin - on the back',
    'Card #4 of 10, 2 * nicks',
    'No. 3 and 4.5 mm',
    '_nearly_ mint [sic]',
  ])
    expect([text, helpOf(text, false)]).toEqual([text, question]);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Definitions } from './panel.tsx';

test('a definition without a value is left out, whatever its lack is', () => {
  const words = (['Signed', 'Number', 'Finish', 'Set'] as const).map(
    (word, at) => [word, [false, null, undefined, ''][at]] as const,
  );
  expect(renderToStaticMarkup(<Definitions rows={[...words, ['Quantity', 0]]} />)).toBe(
    '<dl class="dl2"><div><dt>Quantity</dt><dd>0</dd></div></dl>',
  );
});

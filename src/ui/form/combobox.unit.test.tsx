import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ComboList, type ComboState, comboMove, useCombobox } from './combobox.tsx';

const press = (key: string, state: Partial<ComboState> = {}, isComposing = false) =>
  comboMove({ key, isComposing }, { places: 3, current: 0, isShown: true, isFree: false, ...state });

test('arrows go round the rows, and by way of the field where its words count', () => {
  expect([press('ArrowDown')?.active, press('ArrowUp')?.active, press('ArrowDown', { current: 2 })?.active]).toEqual([
    1, 2, 0,
  ]);
  const free = (key: string, current: number) => press(key, { isFree: true, current })?.active;
  expect([free('ArrowDown', -1), free('ArrowUp', -1), free('ArrowUp', 0), free('ArrowDown', 2)]).toEqual([
    0, 2, -1, -1,
  ]);
  expect(press('ArrowDown', { isShown: false })).toEqual({ isOurs: true, isOpen: true, active: 1 });
  expect([press('ArrowDown', { places: 0, current: -1 }), press('a'), press('Tab')]).toEqual([null, null, null]);
});

test('Enter chooses the current row; without one it is the form’s only where the words count', () => {
  expect(press('Enter', { current: 1 })).toEqual({ isOurs: true, isOpen: false, chosen: 1 });
  expect(press('Enter', { isFree: true, current: -1 })).toEqual({ isOurs: false, isOpen: false });
  expect(press('Enter', { places: 0, current: -1 })).toEqual({ isOurs: true, isOpen: true });
  expect(press('Enter', { isShown: false })).toEqual({ isOurs: true, isOpen: false });
});

test('Escape takes the list alone, and the keys of an input method are its own', () => {
  expect([press('Escape'), press('Escape', { isShown: false })]).toEqual([{ isOurs: true, isOpen: false }, null]);
  for (const key of ['Enter', 'ArrowDown', 'Escape']) expect([key, press(key, {}, true)]).toEqual([key, null]);
});

test('the field names the list and its current row (ARIA 1.2)', () => {
  function Shown({ isOpen }: { isOpen: boolean }) {
    const combo = useCombobox({
      id: 'cards',
      open: [isOpen, () => {}],
      places: 2,
      isFree: false,
      isWorth: true,
      onChoose: () => {},
    });
    return (
      <>
        <input {...combo.field} />
        <ComboList list={combo.list} label="Cards" rows={['Mew', 'Eevee']} keyOf={(row) => row}>
          {(row) => row}
        </ComboList>
      </>
    );
  }
  const open = renderToStaticMarkup(<Shown isOpen />);
  expect(open).toMatch(
    /<input role="combobox" aria-autocomplete="list" aria-controls="cards" aria-expanded="true" aria-activedescendant="cards-0"/,
  );
  expect(open).toMatch(
    /<div id="cards" [^>]*role="listbox" aria-label="Cards"><div id="cards-0" role="option" aria-selected="true"/,
  );
  const closed = renderToStaticMarkup(<Shown isOpen={false} />);
  expect(closed).toMatch(/aria-expanded="false"\/>/);
  expect(closed).toMatch(/<div id="cards"[^>]* hidden=""/);
});

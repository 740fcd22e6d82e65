import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '#ui/dialog.tsx';
import { ComboList, useCombobox } from '#ui/form/combobox.tsx';
import { SingleKeysSwitch } from '#ui/form/single-keys-switch.tsx';
import { useRootData } from '../rendering/root-data.ts';
import { type CommandRow, commandRows } from './command-rows.ts';
import type { KeyDialog } from './use-keys.ts';
import './keys.css';

const shortcuts: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Search cards, sets or sellers'],
  [['Ctrl', 'K'], 'Search or go to a page'],
  [['?'], 'Show keyboard shortcuts'],
  [['↑', '↓'], 'Move through suggestions'],
  [['Enter'], 'Open the selected item'],
  [['Esc'], 'Close the dialog or menu'],
  [['F8'], 'Go to the latest notification'],
];

interface Props {
  dialog: KeyDialog | null;
  ask: (dialog: KeyDialog | null) => void;
}

/**
 * The dialogs of `?` and Ctrl-K. Both stay mounted once opened, so that the browser returns the focus to where it was.
 */
export default function KeyDialogs({ dialog, ask }: Props) {
  const close = () => ask(null);
  return (
    <>
      <Dialog open={dialog === 'keys'} onClose={close} title="Keyboard shortcuts" size="small">
        <dl className="keys">
          {shortcuts.map(([keys, what]) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className="dim mt-4 text-[13px]">
          On a Mac, use ⌘ instead of Ctrl. Single-key shortcuts are off while you type in a field.
        </p>
        <SingleKeysSwitch />
      </Dialog>
      <Dialog open={dialog === 'commands'} onClose={close} title="Search or go to a page">
        {dialog === 'commands' && <Commands ask={ask} />}
      </Dialog>
    </>
  );
}

function Commands({ ask }: Pick<Props, 'ask'>) {
  const { frame } = useRootData();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const { main, menu, icons, bar, footer } = frame.places;
  const rows = commandRows([...main, ...menu, ...icons, ...bar, ...footer], words);
  const combo = useCombobox({
    id: useId(),
    open: useState(true),
    places: rows.length,
    isFree: false,
    isWorth: rows.length > 0,
    onChoose: (at) => {
      const to = rows[at]?.to;
      ask(to === undefined ? 'keys' : null);
      if (to !== undefined) void navigate(to);
    },
  });
  return (
    <div className="combo cmds">
      <input
        className="in"
        {...combo.field}
        data-autofocus
        aria-label="Search cards, sets or pages"
        placeholder="Search cards, sets or pages"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          combo.begin();
        }}
        // Escape is the dialog's: there is nothing under the list to go back to.
        onKeyDown={({ nativeEvent }) => nativeEvent.key !== 'Escape' && combo.onKey(nativeEvent)}
      />
      <ComboList<CommandRow> list={combo.list} label="Pages and searches" rows={rows} keyOf={({ label }) => label}>
        {({ label, to }) => (
          <span className="combo-t">
            <b>{label}</b>
            {to !== undefined && !to.startsWith('/browse?') && <small>{to}</small>}
          </span>
        )}
      </ComboList>
    </div>
  );
}

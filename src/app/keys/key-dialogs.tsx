import { useEffect, useId, useState } from 'react';
import { useFetcher, useNavigate, useSubmit } from 'react-router';
import { Dialog } from '#ui/dialog.tsx';
import { ComboList, useCombobox } from '#ui/form/combobox.tsx';
import { SingleKeysSwitch } from '#ui/form/single-keys-switch.tsx';
import { chooseTheme } from '#ui/theme/theme-browser.ts';
import { keepOnProfile } from '../header/keep-theme.ts';
import { useRootData } from '../rendering/root-data.ts';
import { type Command, type CommandRow, commandRows } from './command-rows.ts';
import type { OwnPlaces } from './commands.ts';
import { type KeyDialog, pagesOfG } from './use-keys.ts';
import './keys.css';

const shortcuts: readonly [keys: readonly string[], what: string][] = [
  [['/'], 'Search cards, sets or sellers'],
  [['Ctrl', 'K'], 'Search, open a page or run a command'],
  [['?'], 'Show keyboard shortcuts'],
  ...Object.entries(pagesOfG).map(([letter, { name }]): [string[], string] => [
    ['G', letter.toUpperCase()],
    `Go to ${name}`,
  ]),
  [['N'], 'List a card'],
  [['Space'], 'Select a row of your listings'],
  [['Shift', '↑ or ↓'], 'Select several rows of your listings'],
  [['Shift', 'Click'], 'Select all rows up to this one'],
  [['E'], 'Edit the price in a row of your listings'],
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
        <p className="dim mt-4 text-[0.8125rem]">
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
  const { frame, viewer } = useRootData();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { load, data: own } = useFetcher<OwnPlaces>();
  const [words, setWords] = useState('');
  const isMember = viewer !== null;
  useEffect(() => {
    if (isMember) void load(`/commands?${new URLSearchParams({ q: words })}`);
  }, [isMember, words, load]);
  const { main, menu, icons, bar, footer } = frame.places;
  const pages = [...main, ...menu, ...icons, ...bar, ...(own?.pages ?? []), ...footer];
  const rows = commandRows({ pages, listings: own?.listings ?? [], isMember }, words);
  const run = (command: Command) => {
    ask('keys' in command ? 'keys' : null);
    if ('to' in command) void navigate(command.to);
    if ('signOut' in command) void submit(null, { method: 'post', action: '/auth/sign-out' });
    if ('theme' in command) {
      chooseTheme(command.theme);
      if (isMember) keepOnProfile(command.theme);
    }
  };
  const combo = useCombobox({
    id: useId(),
    open: useState(true),
    places: rows.length,
    isFree: false,
    isWorth: rows.length > 0,
    onChoose: (at) => {
      const row = rows[at];
      if (row) run(row.does);
    },
  });
  return (
    <div className="combo cmds">
      <input
        className="in"
        {...combo.field}
        data-autofocus
        aria-label="Search cards, pages or commands"
        placeholder="Search cards, pages or commands"
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
      <ComboList<CommandRow>
        list={combo.list}
        label="Pages, listings and commands"
        rows={rows}
        keyOf={({ label, does }) => ('to' in does ? does.to : label)}
      >
        {({ label, note }) => (
          <span className="combo-t">
            <b>{label}</b>
            {note && <small>{note}</small>}
          </span>
        )}
      </ComboList>
    </div>
  );
}

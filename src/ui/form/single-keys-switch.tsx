import { useEffect, useId, useState } from 'react';
import { Checkbox } from './field.tsx';
import { hasSingleKeys, setSingleKeys } from './single-keys.ts';

/** Without a script there are no shortcuts, and nothing to choose. */
export function SingleKeysSwitch() {
  const id = useId();
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => setOn(hasSingleKeys()), []);
  const choose = (on: boolean) => {
    setSingleKeys(on);
    setOn(on);
  };
  return (
    <Checkbox
      id={id}
      label="Single-key shortcuts"
      help="/ opens the search and ? shows all shortcuts. Ctrl-K always works."
      checked={isOn ?? true}
      disabled={isOn === null}
      onChange={(event) => choose(event.target.checked)}
    />
  );
}

import { FlaskConical } from 'lucide-react';
import { Icon } from '../icon.tsx';
import { openSandboxWords } from './sandbox-words.ts';

/** Above every page of a sandbox that strangers can reach. */
export function SandboxNote() {
  return (
    <aside className="sandbox-note" aria-label="Test site" data-testid="sandbox-note">
      <p className="wrap">
        <Icon of={FlaskConical} size={16} />
        <span>{openSandboxWords}</span>
      </p>
    </aside>
  );
}

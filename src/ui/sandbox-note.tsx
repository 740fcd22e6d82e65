import { FlaskConical } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Above every page of a sandbox that strangers can reach. */
export function SandboxNote() {
  return (
    <aside className="sandbox-note" aria-label="Sandbox" data-testid="sandbox-note">
      <p className="wrap">
        <Icon of={FlaskConical} size={16} />
        <span>This is a sandbox for trying things out: no real money moves, and whoever runs it can read all mail.</span>
      </p>
    </aside>
  );
}

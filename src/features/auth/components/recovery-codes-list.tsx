import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import './recovery-codes.css';

/** The ten codes, shown only once, with three ways to save them. */
export function RecoveryCodesList({ codes, brand, title }: { codes: readonly string[]; brand: string; title: string }) {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint(true), []);
  const text = `${brand} recovery codes\nEach code works once, instead of a code from your authenticator app.\n\n${codes.join('\n')}\n`;
  return (
    <Panel
      className="kept-codes"
      title={title}
      note="Use a code to sign in if you lose your phone. Each code works once. We won’t show these codes again."
    >
      <Note tone="warning" className="mb-5 print:hidden">
        Save the codes in a password manager or on paper, so that you can find them without your phone.
      </Note>
      <ol
        className="grid grid-cols-2 gap-x-8 gap-y-2 rounded-lg border border-border bg-inset p-5 font-mono text-[1rem] max-[480px]:grid-cols-1"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <a
          className={buttonClass({ size: 'sm' })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${brand.toLowerCase()}-recovery-codes.txt`}
        >
          <Icon of={Download} size={15} />
          Download codes
        </a>
        {canPrint && (
          <Button size="sm" onClick={() => window.print()}>
            <Icon of={Printer} size={15} />
            Print codes
          </Button>
        )}
      </div>
      <div className="mt-6 print:hidden">
        <ButtonLink to="/settings/security" kind="primary">
          Continue to Security
        </ButtonLink>
      </div>
    </Panel>
  );
}

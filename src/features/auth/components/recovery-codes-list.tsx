import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import { CopyButton } from './forms/copy-button.tsx';
import './recovery-codes.css';

/** The ten codes, shown only once, with three ways to save them. */
export function RecoveryCodesList({ codes, brand, title }: { codes: readonly string[]; brand: string; title: string }) {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint(true), []);
  const text = `${brand} recovery codes\nEach is good once, in place of your authenticator app.\n\n${codes.join('\n')}\n`;
  return (
    <Panel
      className="kept-codes"
      title={title}
      note="If you lose your phone, each of these lets you in once. We cannot show them again."
    >
      <Note tone="warning" className="mb-5 print:hidden">
        Keep them where you would find them without your phone: in a password manager, or on paper.
      </Note>
      <ol
        className="grid grid-cols-2 gap-x-8 gap-y-2 rounded-lg border border-border bg-inset p-5 font-mono text-[16px] max-[480px]:grid-cols-1"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <CopyButton text={codes.join('\n')} label="Copy" />
        <a
          className={buttonClass({ size: 'sm' })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${brand.toLowerCase()}-recovery-codes.txt`}
        >
          <Icon of={Download} size={15} />
          Download
        </a>
        {canPrint && (
          <Button size="sm" onClick={() => window.print()}>
            <Icon of={Printer} size={15} />
            Print
          </Button>
        )}
      </div>
      <div className="mt-6 print:hidden">
        <ButtonLink to="/settings/security" kind="primary">
          I have kept them
        </ButtonLink>
      </div>
    </Panel>
  );
}

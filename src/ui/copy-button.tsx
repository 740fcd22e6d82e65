import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/**
 * Copies a text. Not rendered without a clipboard API (plain http, an old browser): the text beside it can be selected.
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setCanCopy('clipboard' in navigator), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCanCopy(false),
    );
  return (
    <Button size="sm" onClick={() => void copy()} className="print:hidden">
      <Icon of={copied ? Check : Copy} size={15} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}

import { Share2 } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { Icon } from '#ui/icon.tsx';

/** The device's own share sheet where it has one, else the link on the clipboard. */
export function ShareButton({ title }: { title: string }) {
  const toast = useToast();
  const share = async () => {
    const url = location.origin + location.pathname;
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      // Closing the sheet is no failure.
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    toast(copied ? { title: 'Link copied', text: title } : { tone: 'plain', title: 'Copy this link', text: url });
  };
  return (
    <Button kind="ghost" onClick={() => void share()}>
      <Icon of={Share2} size={17} />
      Share listing
    </Button>
  );
}

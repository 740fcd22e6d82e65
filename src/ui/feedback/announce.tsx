const politeId = 'announce-polite';
const assertiveId = 'announce-assertive';

/** One polite and one assertive region, there before they speak. Mounted once, in the layout. */
export function LiveRegions() {
  return (
    <>
      <div id={politeId} className="sr" role="status" aria-live="polite" aria-atomic="true" />
      <div id={assertiveId} className="sr" role="alert" aria-live="assertive" aria-atomic="true" />
    </>
  );
}

/** Reads a sentence aloud without showing it: counts after filtering, what a drag did. */
export function announce(sentence: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = document.getElementById(urgency === 'polite' ? politeId : assertiveId);
  if (!region) return;
  // The same words twice would be no change, and stay unread.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

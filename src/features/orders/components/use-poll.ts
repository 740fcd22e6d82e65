import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** The live channel updates the page; without a connection the page polls with growing intervals. */
export function usePoll(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    let pause = 1_500;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () => {
      void revalidate();
      pause = Math.min(pause * 1.6, 30_000);
      timer = setTimeout(ask, pause);
    };
    timer = setTimeout(ask, pause);
    return () => clearTimeout(timer);
  }, [isWaiting, revalidate]);
}

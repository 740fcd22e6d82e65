import { useEffect } from 'react';
import { keepOfflinePage } from './keep-offline-page.ts';

export function useOfflinePage(): void {
  useEffect(keepOfflinePage, []);
}

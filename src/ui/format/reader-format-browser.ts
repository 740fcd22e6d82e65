import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { findTimeZone, provideFormat, type ReaderFormat } from '#kernel/format.ts';
import { timeZoneCookie } from './reader-format.ts';

const yearInSeconds = 31_536_000;

let format: ReaderFormat | undefined;

/** Formats in this browser as the server did for this page. */
export function applyFormat(ofPage: ReaderFormat): void {
  format = ofPage;
  provideFormat(() => format);
}

/** Stores a member's time zone in a cookie for the next requests, and loads the page again if it had another one. */
export function useTimeZone(isMember: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const own = findTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (!isMember || own === null || document.cookie.split('; ').includes(`${timeZoneCookie}=${own}`)) return;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `${timeZoneCookie}=${own}; path=/; max-age=${yearInSeconds}; SameSite=Lax${secure}`;
    if (own !== format?.timeZone) void revalidate();
  }, [isMember, revalidate]);
}

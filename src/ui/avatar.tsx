import type { CSSProperties } from 'react';
import { cn } from './cn.ts';

/** A hue from 0 to 359 that stays the same for a name. */
export function seedHue(name: string): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return (hash >>> 0) % 360;
}

/** One or two letters: of the first two words, or the first two letters of one word. A sign between words is none of them. */
export function initials(name: string): string {
  const parts = name.split(/[\s._-]+/).filter(Boolean);
  const named = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  const words = named.length > 0 ? named : parts;
  const letters = words.length > 1 ? [...words[0]!].slice(0, 1).concat([...words[1]!].slice(0, 1)) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** What an avatar is made of, in words: the picture, or the letters and their hue. */
export interface AvatarWords {
  avatarUrl?: string;
  initials?: string;
  hue?: string;
}

export function avatarWords(name: string, url: string | null | undefined): AvatarWords {
  return url ? { avatarUrl: url } : { initials: initials(name), hue: `${seedHue(name)}` };
}

interface Look {
  /** Pixels. */
  size?: number;
  className?: string;
}

export interface AvatarProps extends Look {
  name: string;
  url?: string | null | undefined;
}

/** A member's picture, or initials on a colour of their own. Decorative: the name stands beside it or in the link's label. */
export function Avatar({ name, url, ...look }: AvatarProps) {
  return <WordedAvatar {...look} {...avatarWords(name, url)} />;
}

/** The same of its words. */
export function WordedAvatar({ avatarUrl, initials, hue, size = 34, className }: AvatarWords & Look) {
  if (avatarUrl) return <img className={cn('avs', className)} src={avatarUrl} alt="" width={size} height={size} loading="lazy" decoding="async" />;
  // Drawn by the style sheet: letters in the text would be neither the name that is read nor the one that is searched.
  return (
    <span className={cn('av', className)} style={{ '--s': `${size}px`, '--h': hue } as CSSProperties} data-initials={initials} aria-hidden="true" />
  );
}

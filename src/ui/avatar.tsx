import type { CSSProperties } from 'react';
import { cn } from './cn.ts';

/** A hue that stays the same for a name. None of yellow and olive, which belong to Premium and the conditions. */
export function seedHue(name: string): number {
  let hash = 2166136261;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619);
  return (130 + Math.floor(((hash >>> 0) % 360) * 0.75)) % 360;
}

/**
 * One or two letters: of the first two words, or the first two letters of one word. A sign between words is none of
 * them.
 */
export function initials(name: string): string {
  const parts = name.split(/[\s._-]+/).filter(Boolean);
  const named = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  const words = named.length > 0 ? named : parts;
  const characters =
    words.length > 1
      ? [...words[0]!].slice(0, 1).concat([...words[1]!].slice(0, 1))
      : [...(words[0] ?? '?')].slice(0, 2);
  return characters.join('').toUpperCase();
}

export interface AvatarProps {
  name: string;
  url?: string | null | undefined;
  /** Pixels. */
  size?: number;
  className?: string;
}

/**
 * A member's picture, or initials on a colour of their own. Decorative: the name is beside it or in the link's label.
 */
export function Avatar({ name, url, size = 34, className }: AvatarProps) {
  if (url)
    return (
      <img
        className={cn('avs', className)}
        src={url}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
      />
    );
  const style = { '--s': `${size}px`, '--h': seedHue(name) } as CSSProperties;
  // Rendered by the style sheet: initials in the text would be read aloud and found by search.
  return <span className={cn('av', className)} style={style} data-initials={initials(name)} aria-hidden="true" />;
}

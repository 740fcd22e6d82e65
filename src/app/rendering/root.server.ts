import { data, type RouterContextProvider } from 'react-router';
import { mergeCartCookies } from '#features/cart/index.server.ts';
import type { Density, Motion } from '#features/members/contract.ts';
import { findViewer } from '#features/members/index.server.ts';
import type { TutorialFlags } from '#features/members/words.ts';
import type { GuardedPaths } from '#kernel/address.ts';
import { currentFormat, type ReaderFormat } from '#kernel/format.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import type { Config } from '#platform/config/config.ts';
import { type Counts, countLinks, type NavigationLink, navigationLinks } from '#platform/frame.ts';
import { pageScope } from '#platform/http/page.ts';
import { cookieHeaders } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { AnnouncementKind } from '#platform/site/announcement-kinds.ts';
import { logoAddress } from '#platform/site/logo.ts';
import type { Announcement, Brand } from '#platform/site/site.server.ts';
import { accentSheet } from '#ui/theme/accent.ts';
import { decideTheme, type ThemeAnswer } from '#ui/theme/theme.ts';

export interface RootData {
  /** `logo`: the address of an image. */
  brand: { name: string; logo: string | null };
  /** The rules of a chosen accent color, for every theme. */
  accentSheet: string | null;
  announcement: { id: string; text: string; link: string | null; kind: AnnouncementKind } | null;
  /** The theme of the first paint, and who set it. */
  theme: ThemeAnswer;
  /** Of this page's numbers and times. */
  format: ReaderFormat;
  density: Density;
  motion: Motion;
  viewer: {
    id: string;
    username: string;
    avatarUrl: string | null;
    tier: 'free' | 'premium';
    role: 'member' | 'admin';
    needsCompletion: boolean;
    onboardingCompleted: boolean;
    tutorials: TutorialFlags;
  } | null;
  frame: FrameFacts;
  /** The script files of the member's own profile page, which their browser preloads. */
  profileFiles: readonly string[];
  nonce: string;
  /** The public URL, for canonical links and previews. */
  appUrl: string;
  sandbox: boolean;
  /** Whether this is a sandbox that other machines can reach. */
  openSandbox: boolean;
  /** The URL of the live channel (null: this host), and an outbox position that this data includes. */
  live: { url: string | null; since: number };
}

/** The frame's data for this viewer. */
export interface FrameFacts {
  places: Record<(typeof around)[number], NavigationLink[]>;
  /** Unread and waiting items of the links above. Null for a visitor. */
  counts: Counts | null;
  guarded: GuardedPaths;
  livePages: readonly string[];
}

const accentSheetOf = weakMemo(({ accent }: Brand) => accent && accentSheet(accent));

const around = ['main', 'icons', 'menu', 'bar', 'footer'] as const;

const forVisitors = new WeakMap<Platform['frame'], FrameFacts>();

async function frameFor(
  platform: Platform,
  viewer: { id: string; role: 'member' | 'admin' } | null,
): Promise<FrameFacts> {
  if (viewer === null) return visitorsFrame(platform.frame);
  const { guarded, livePages } = platform.frame;
  const places = placesAround(platform.frame, viewer);
  return { places, counts: await countsFor(platform, Object.values(places).flat(), viewer.id), guarded, livePages };
}

/** One and the same for all of them. */
function visitorsFrame(frame: Platform['frame']): FrameFacts {
  const { guarded, livePages } = frame;
  const made = forVisitors.get(frame) ?? { places: placesAround(frame, null), counts: null, guarded, livePages };
  forVisitors.set(frame, made);
  return made;
}

const placesAround = (frame: Platform['frame'], viewer: Parameters<typeof navigationLinks>[2]) =>
  Object.fromEntries(around.map((region) => [region, navigationLinks(frame, region, viewer)])) as FrameFacts['places'];

/** A number that can't be read is no reason to show no page. */
async function countsFor(platform: Platform, places: readonly NavigationLink[], memberId: string): Promise<Counts> {
  try {
    return await countLinks(platform, places, memberId);
  } catch (error) {
    platform.log.error('the counters could not be read', { error });
    return {};
  }
}

interface RootRequest {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The root loader's data: viewer, theme, brand. */
export async function loadRoot(args: RootRequest) {
  const { platform, actor, address } = pageScope(args.context);
  // The first page after a sign-in: before the counters are read.
  const cookies = await mergeCartCookies(platform, { actor, address, cookies: args.request.headers.get('cookie') });
  const root = await readRoot(args);
  return cookies.length === 0 ? root : data(root, { headers: cookieHeaders(cookies) });
}

async function readRoot({ request, context }: RootRequest): Promise<RootData> {
  const { platform, actor, nonce, once, filesOf } = pageScope(context);
  // Taken before anything is read: the live channel sends every later event.
  const since = platform.bus.position;
  const { brand, announcement } = await platform.site.read();
  const viewer = actor ? await once('viewer', () => findViewer(platform.db, actor)) : null;
  return {
    brand: { name: brand.name, logo: brand.logo && logoAddress(brand.logo) },
    accentSheet: accentSheetOf(brand),
    announcement: announcementAt(announcement, platform.clock.now()),
    theme: decideTheme(viewer?.theme, request.headers.get('cookie')),
    format: currentFormat(),
    density: viewer?.density ?? 'comfortable',
    motion: viewer?.motion ?? 'system',
    viewer: viewer && {
      id: viewer.id,
      username: viewer.username,
      avatarUrl: viewer.avatarUrl,
      tier: viewer.tier,
      role: viewer.role,
      needsCompletion: viewer.needsCompletion,
      onboardingCompleted: viewer.onboardingCompleted,
      tutorials: viewer.tutorials,
    },
    frame: await frameFor(platform, viewer),
    profileFiles: viewer ? filesOf('profile') : [],
    nonce,
    appUrl: platform.config.appUrl,
    sandbox: platform.config.mode === 'sandbox',
    openSandbox: platform.config.openSandbox,
    live: { url: liveUrl(platform.config), since },
  };
}

/** Null before its start and after its end; a cached page notices those within the age of the page cache. */
function announcementAt(announcement: Announcement | null, now: Date): RootData['announcement'] {
  if (!announcement) return null;
  const { id, text, link, kind, startsAt, endsAt } = announcement;
  return startsAt <= now && (endsAt === null || now < endsAt) ? { id, text, link, kind } : null;
}

/**
 * The page may be open under another name of this host (localhost, 127.0.0.1), so the URL is sent only for a channel on
 * another host.
 */
function liveUrl({ appUrl, realtime }: Config): string | null {
  return new URL(realtime.url).host === new URL(appUrl).host ? null : realtime.url.replace(/^http/, 'ws');
}

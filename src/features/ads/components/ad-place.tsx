import { cn } from '#ui/cn.ts';
import { AdSlot } from '#ui/page/ad-slot.tsx';
import type { PlacedAd } from '../contract.ts';
import { adPictureAddress } from '../model/picture.rules.ts';
import { useSeen } from './use-seen.ts';

/** An ad, or the app's own words where none runs. */
export default function AdPlace({ ad }: { ad: PlacedAd | null }) {
  const ref = useSeen(ad?.id ?? null);
  if (!ad) return <AdSlot />;
  return (
    <AdSlot from={ad.host} ref={ref}>
      <div className={cn('ad-in', !ad.picture && 'bare')}>
        {ad.picture && (
          <img
            src={adPictureAddress(ad.picture, 96)}
            srcSet={`${adPictureAddress(ad.picture, 192)} 2x`}
            width={96}
            height={96}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
        <p>
          <a className="ad-go" href={`/ads/${ad.id}/go`} rel="sponsored nofollow">
            {ad.text}
          </a>
        </p>
      </div>
    </AdSlot>
  );
}

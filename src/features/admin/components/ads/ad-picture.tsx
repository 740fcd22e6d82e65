import type { Ad } from '#features/ads/contract.ts';
import { ImageForm } from '../image-form.tsx';

/** The picture of an ad. */
export function AdPicture({ ad, refused }: { ad: Ad; refused: string | null }) {
  return (
    <ImageForm
      name="image"
      title="Image"
      id="picture"
      note="Shown as a square of 96 pixels beside the text. JPEG, PNG or WebP, up to 4 MB."
      current={ad.picture && <img className="adm-ad" src={ad.picture} width={96} height={96} alt="Preview of the ad" />}
      action={`/admin/ads/${ad.id}/picture`}
      removeAct="no-picture"
      refused={refused}
    />
  );
}

import { Form } from 'react-router';
import type { Ad } from '#features/ads/contract.ts';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';

/** The picture of an ad; sent by a plain form, which needs no script. */
export function AdPicture({ ad, refused }: { ad: Ad; refused: string | null }) {
  return (
    <Panel
      title="Image"
      id="picture"
      note="Shown as a square of 96 pixels beside the text. JPEG, PNG or WebP, up to 4 MB."
    >
      {refused && (
        <Note tone="danger" role="alert" className="mb-4">
          {refused}
        </Note>
      )}
      {ad.picture && <img className="adm-ad" src={ad.picture} width={96} height={96} alt="Preview of the ad" />}
      <form
        method="post"
        action={`/admin/ads/${ad.id}/picture`}
        encType="multipart/form-data"
        className="grid justify-items-start gap-4"
      >
        <FileInput
          label={ad.picture ? 'Choose another image' : 'Choose image'}
          name="photo"
          required
          accept="image/jpeg,image/png,image/webp"
        />
        <Button type="submit">Save image</Button>
      </form>
      {ad.picture && (
        <Form method="post" preventScrollReset className="mt-4" aria-label="Remove image">
          <input type="hidden" name="act" value="no-picture" />
          <Button type="submit" kind="danger-quiet">
            Remove image
          </Button>
        </Form>
      )}
    </Panel>
  );
}

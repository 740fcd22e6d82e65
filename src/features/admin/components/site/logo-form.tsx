import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';

/** The logo of the site; sent by a plain form, which needs no script. `logo`: its address. */
export function LogoForm({ logo, refused }: { logo: string | null; refused: string | null }) {
  return (
    <Panel
      title="Logo"
      id="logo"
      note="It replaces the symbol and the name in the header and in emails. Invoices and statements show it too. PNG, JPEG or WebP, up to 4 MB. It must be readable on light and dark backgrounds."
    >
      {refused && (
        <Note tone="danger" role="alert" className="mb-4">
          {refused}
        </Note>
      )}
      {logo && <img className="adm-logo" src={logo} alt="Current logo" />}
      <form
        method="post"
        action="/admin/site/logo"
        encType="multipart/form-data"
        className="grid justify-items-start gap-4"
      >
        <FileInput
          label={logo ? 'Choose another logo' : 'Choose logo'}
          name="photo"
          required
          accept="image/png,image/jpeg,image/webp"
        />
        <Button type="submit">Save logo</Button>
      </form>
      {logo && (
        <Form method="post" preventScrollReset className="mt-4" aria-label="Remove logo">
          <input type="hidden" name="act" value="remove-logo" />
          <Button type="submit" kind="danger-quiet">
            Remove logo
          </Button>
        </Form>
      )}
    </Panel>
  );
}

import { ImageForm } from '../image-form.tsx';

/** The logo of the site. `logo`: its address. */
export function LogoForm({ logo, refused }: { logo: string | null; refused: string | null }) {
  return (
    <ImageForm
      name="logo"
      title="Logo"
      id="logo"
      note="It replaces the sign and the name in the header and in emails, and is shown on documents. PNG, JPEG or WebP, up to 4 MB. Dark pages show it too."
      current={logo && <img className="adm-logo" src={logo} alt="Current logo" />}
      action="/admin/site/logo"
      removeAct="remove-logo"
      refused={refused}
    />
  );
}

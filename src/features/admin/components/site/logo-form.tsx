import { ImageForm } from '../image-form.tsx';

/** The logo of the site. `logo`: its address. */
export function LogoForm({ logo, refused }: { logo: string | null; refused: string | null }) {
  return (
    <ImageForm
      name="logo"
      title="Logo"
      id="logo"
      note="It replaces the symbol and the name in the header and in emails. Invoices and statements show it too. PNG, JPEG or WebP, up to 4 MB. It must be readable on light and dark backgrounds."
      current={logo && <img className="adm-logo" src={logo} alt="Current logo" />}
      action="/admin/site/logo"
      removeAct="remove-logo"
      refused={refused}
    />
  );
}

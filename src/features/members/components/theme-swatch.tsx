/** A small preview of a page in the colours of a theme, or of two side by side. */
export function ThemeSwatch({ themes }: { themes: readonly ('light' | 'dark' | 'midnight')[] }) {
  return (
    <span className="swatch" aria-hidden="true">
      {themes.map((theme) => (
        <span key={theme} data-theme={theme}>
          <i />
          <i />
          <b />
        </span>
      ))}
    </span>
  );
}

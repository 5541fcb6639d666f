import type { Plugin } from 'vite';

const FONTS: Record<string, string> = {
  'onest-latin.woff2': '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
  'onest-cyrillic.woff2': '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2',
  'mono-latin.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  'mono-cyrillic.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-cyrillic-wght-normal.woff2',
};

/** theme.css of the server's pages names its fonts as the server serves them; here they come from their packages. */
export function addressFonts(): Plugin {
  return {
    name: 'address-fonts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/server/pages/theme.css')) return undefined;
      return code.replace(/url\("([\w-]+\.woff2)"\)/g, (_match, name: string) => {
        const file = FONTS[name];
        if (file === undefined)
          throw new Error(`theme.css names the font ${name}, which address-fonts.ts does not know.`);
        return `url("${file}")`;
      });
    },
  };
}

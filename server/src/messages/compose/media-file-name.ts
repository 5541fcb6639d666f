/** Characters of the name without its extension. */
const LONGEST = 80;

/** What the server calls the file, else the end of its address, else a plain word; fit to be shown to people. */
export function fileNameOf(file: { url: string; disposition: string; word: string; extension: string }): string {
  const named = clean(nameInDisposition(file.disposition)) || clean(lastPartOf(file.url)) || file.word;
  const [, stem = named, extension = file.extension] = /^(.+)\.([A-Za-z0-9]{1,10})$/.exec(named) ?? [];
  const short = [...stem].slice(0, LONGEST).join('');
  return extension === '' ? short : `${short}.${extension}`;
}

/** Of the two forms the one that says its encoding goes first. */
function nameInDisposition(header: string): string {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return decode(encoded);
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  // Header bytes arrive one to a character; servers write UTF-8 into them all the same.
  const name = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '';
  const asUtf8 = Buffer.from(name, 'latin1').toString('utf8');
  return asUtf8.includes('\ufffd') ? name : asUtf8;
}

const lastPartOf = (url: string): string => decode(URL.parse(url)?.pathname.split('/').at(-1) ?? '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** No folders, no controls, no marks that turn the reading direction and so hide an extension. */
function clean(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
}

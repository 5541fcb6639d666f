/** By wish, else by what the browser prefers; English where it says nothing that is spoken here. */
export function chooseLanguage(wish: string | undefined, acceptLanguage: string | undefined): 'ru' | 'en' {
  if (wish === 'ru' || wish === 'en') return wish;
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { lang: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ lang, quality }) => (lang === 'ru' || lang === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return preferred[0]?.lang === 'ru' ? 'ru' : 'en';
}

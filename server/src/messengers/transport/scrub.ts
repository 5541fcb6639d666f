const mostCharacters = 500;

/** Takes secrets out of a text on its way into a failure or a log line, and keeps it short. */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)]))];
  const hidden = forms.filter((form) => form !== '').sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((clean, form) => clean.replaceAll(form, '•••'), text).slice(0, mostCharacters);
}

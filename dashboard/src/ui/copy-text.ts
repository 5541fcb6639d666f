/** `near` is inside whatever holds the focus: a dialog would take it back from an element outside. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  // Over plain http, other than on localhost, browsers have no clipboard for pages.
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text, near),
    );
  }
  return copyBySelection(text, near);
}

function copyBySelection(text: string, near: HTMLElement): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  Object.assign(area.style, { position: 'fixed', opacity: '0' });
  near.after(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  near.focus();
  return done;
}

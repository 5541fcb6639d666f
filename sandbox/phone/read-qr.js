import { say } from './words.js';

/**
 * Reads a picture that is pasted or dropped on the link form.
 * @param {HTMLFormElement} form
 * @param {(link: string) => void} onLink
 * @param {(text: string) => void} onProblem
 */
export function startQrReading(form, onLink, onProblem) {
  const read = async (/** @type {DataTransfer | null} */ data, /** @type {Event} */ event) => {
    const picture = [...(data?.files ?? [])].find((file) => file.type.startsWith('image/'));
    if (!picture) return;
    event.preventDefault();
    const link = await decode(picture);
    if (link.text) onLink(link.text);
    else onProblem(say(link.problem));
  };
  form.addEventListener('paste', (event) => read(event.clipboardData, event));
  form.addEventListener('drop', (event) => {
    form.classList.remove('over');
    read(event.dataTransfer, event);
  });
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
}

async function decode(picture) {
  if (!('BarcodeDetector' in window)) return { problem: 'noQrHere' };
  try {
    const detector = new window.BarcodeDetector({ formats: ['qr_code'] });
    const [code] = await detector.detect(await createImageBitmap(picture));
    return code ? { text: code.rawValue } : { problem: 'noQrFound' };
  } catch {
    return { problem: 'noQrFound' };
  }
}

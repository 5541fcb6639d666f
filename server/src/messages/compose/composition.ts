import type { Format, Lang, MediaType } from '#messengers';
import { publicSubscriberId } from '#subscribers';
import { isBuiltIn, pickText, renderText, type Texts, variablesIn } from '#templates';

/** What a project wants to say, before it is known to whom. Stored as JSON with a message or a broadcast. */
export type Composition = {
  texts: Texts;
  format: Format;
  vars: Record<string, string>;
  media?: MediaWish;
  buttons?: ButtonWish[][];
};

export type MediaWish = { type: MediaType; url: string };
export type ButtonWish = { text: string } & ({ url: string } | { callback_data: string });

/** To whom, as far as the words depend on it. `subscriberId` is the UUID. */
export type Addressee = { subscriberId: string; firstName: string; username: string | null; lang: Lang };

/** UTF-16 units of what goes to a messenger. MAX counts the tags of a formatted text too. */
const LONGEST_TEXT = 4_000;

/**
 * As it goes out: Markdown has become HTML, and a text without any formatting is plain, so `format` here is not always the
 * one that it was written in. `plainText` is what a person reads.
 */
export type Rendered = { ok: true; text: string; format: Format; plainText: string } | { ok: false; problem: string };

export function renderFor(composition: Composition, addressee: Addressee): Rendered {
  const text = pickText(composition.texts, addressee.lang);
  return renderForAll(composition, text) ?? renderForOne(composition, text, addressee);
}

/** What says the same to everyone is rendered once for all recipients of a broadcast. */
const renderedForAll = new WeakMap<Composition, Map<string, Rendered | undefined>>();

/** Undefined where the text depends on the person. */
function renderForAll(composition: Composition, text: string): Rendered | undefined {
  const known = renderedForAll.get(composition) ?? new Map<string, Rendered | undefined>();
  if (known.has(text)) return known.get(text);
  const rendered = variablesIn(text).some(isBuiltIn)
    ? undefined
    : refuseBlank(renderWith(text, composition.format, composition.vars));
  renderedForAll.set(composition, known.set(text, rendered));
  return rendered;
}

function renderForOne({ format, vars }: Composition, text: string, addressee: Addressee): Rendered {
  const variables = {
    ...vars,
    first_name: addressee.firstName,
    username: addressee.username ?? '',
    // Few texts name it.
    get subscriber_id() {
      return publicSubscriberId(addressee.subscriberId);
    },
    lang: addressee.lang,
  };
  return refuseBlank(renderWith(text, format, variables));
}

function refuseBlank(rendered: Rendered): Rendered {
  if (rendered.ok && isBlank(rendered.plainText)) return { ok: false, problem: 'no text is left for this person' };
  return rendered;
}

export function renderWith(text: string, format: Format, variables: Record<string, string>): Rendered {
  const rendered = renderText(text, format, variables);
  if (!rendered.ok) {
    return 'missing' in rendered ? { ok: false, problem: `no value for ${rendered.missing.join(', ')}` } : rendered;
  }
  const { length } = rendered.text;
  if (length <= LONGEST_TEXT) return rendered;
  const counted = rendered.format === 'html' ? 'characters with the tags of its HTML' : 'characters';
  return { ok: false, problem: `the text has ${length} ${counted}; at most ${LONGEST_TEXT} are allowed` };
}

/** Nothing but spaces and invisible characters, which messengers take for no text at all. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text);

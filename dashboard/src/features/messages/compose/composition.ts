import { isBuiltIn, variablesIn } from '../../../../../server/src/templates/variables.ts';

export const FORMATS = ['plain', 'markdown', 'html'] as const;
export type Format = (typeof FORMATS)[number];
export const MEDIA_TYPES = ['photo', 'video', 'document'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** `key` tells buttons apart while they are edited. */
export type ButtonDraft = { key: number; text: string; does: 'url' | 'callback_data'; value: string };

/** What the form holds, finished or not. */
export type Composition = {
  source: 'text' | 'template';
  text: string;
  format: Format;
  template: { key: string; variables: string[] } | undefined;
  /** Of every variable that was ever filled in; only those in use are sent. */
  vars: Record<string, string>;
  media: { type: MediaType; url: string } | undefined;
  buttons: ButtonDraft[][];
};

export const EMPTY_COMPOSITION: Composition = {
  source: 'text',
  text: '',
  format: 'plain',
  template: undefined,
  vars: {},
  media: undefined,
  buttons: [],
};

/** As the API takes it, without a recipient. */
export type MessageBody = {
  text?: string;
  template?: string;
  vars?: Record<string, string>;
  format?: Format;
  media?: { type: MediaType; url: string };
  buttons?: ({ text: string } & ({ url: string } | { callback_data: string }))[][];
};

export function isEmpty({ source, text, template }: Composition): boolean {
  return source === 'text' ? text.trim() === '' : template === undefined;
}

/** Those that somebody has to fill in, each once. */
export function openVariables({ source, text, template }: Composition): string[] {
  const used = source === 'text' ? variablesIn(text) : (template?.variables ?? []);
  return used.filter((name) => !isBuiltIn(name));
}

/** Variables left blank are left out: the server says which are missing. */
export function compositionBody(composition: Composition): MessageBody {
  const { vars } = composition;
  const filled = openVariables(composition).filter((name) => (vars[name] ?? '') !== '');
  return bodyWith(
    composition,
    filled.map((name) => [name, vars[name] ?? '']),
  );
}

/** To look at while it is written: variables left blank show their names, buttons and media half filled in do not show. */
export function previewBody(composition: Composition): MessageBody {
  const { vars, media, buttons } = composition;
  const complete = buttons
    .map((row) => row.filter(({ text, value }) => text.trim() !== '' && value.trim() !== ''))
    .filter((row) => row.length > 0);
  return bodyWith(
    { ...composition, buttons: complete, media: media?.url.trim() === '' ? undefined : media },
    openVariables(composition).map((name) => [name, (vars[name] ?? '') === '' ? `‹${name}›` : (vars[name] ?? '')]),
  );
}

function bodyWith(composition: Composition, vars: [string, string][]): MessageBody {
  const { source, text, format, template, media, buttons } = composition;
  return {
    ...(source === 'text' ? { text, format } : template && { template: template.key }),
    ...(vars.length > 0 && { vars: Object.fromEntries(vars) }),
    ...(media && { media: { type: media.type, url: media.url.trim() } }),
    ...(buttons.length > 0 && {
      buttons: buttons.map((row) =>
        row.map(({ text: label, does, value }) =>
          does === 'url' ? { text: label, url: value.trim() } : { text: label, callback_data: value },
        ),
      ),
    }),
  };
}

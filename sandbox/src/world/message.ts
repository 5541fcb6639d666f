/** A stretch of formatted text; offset and length count UTF-16 units, as both messengers do. */
export type Span = {
  readonly type: SpanType;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
};

export type SpanType =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strikethrough'
  | 'spoiler'
  | 'code'
  | 'pre'
  | 'link'
  | 'quote'
  | 'heading'
  | 'highlight'
  | 'mention'
  | 'command';

export type FormattedText = { readonly text: string; readonly spans: readonly Span[] };

export type Button = {
  readonly text: string;
  readonly url?: string;
  /** What a tap sends to the bot. */
  readonly data?: string;
  readonly style?: string;
};

export type Media = {
  readonly kind: 'photo' | 'video' | 'document' | 'audio';
  readonly name: string;
  readonly size: number;
  readonly mime: string;
  /** Key of an uploaded file, or null for one that is named by address only. */
  readonly fileId: string | null;
  readonly url: string | null;
};

export type Message = {
  /** Unique within its channel, ever. */
  readonly id: number;
  readonly from: 'bot' | 'person';
  /** Milliseconds since 1970, like every time here. */
  readonly at: number;
  text: string;
  spans: readonly Span[];
  rows: readonly (readonly Button[])[];
  media: readonly Media[];
  editedAt: number | null;
  readonly protected: boolean;
};

export type MessageContent = Pick<Message, 'text' | 'spans' | 'rows' | 'media'>;

export function sameContent(a: MessageContent, b: MessageContent): boolean {
  const comparable = (content: MessageContent) =>
    JSON.stringify([content.text, content.spans, content.rows, content.media]);
  return comparable(a) === comparable(b);
}

import { type InspectColor, styleText } from 'node:util';

/** Colours a text, or leaves it as it is where nobody would see the colour. */
export type Paint = (style: InspectColor, text: string) => string;

export function painter(colour: boolean): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

/** The project's colour as a ground for text. Black or white: one of the two always has a contrast above 4.5. */
export function accentStyle(accent: string): string {
  return `:root { --accent: ${accent}; --on-accent: ${textOn(accent)}; }\n`;
}

export function textOn(ground: string): '#000000' | '#ffffff' {
  return contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000';
}

/** WCAG 2: the ratio of two colours written as #rrggbb. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export type BannerFacts = {
  version: string;
  baseUrl: string;
  demoKey: string | undefined;
};

/** What a person needs in the first minute. */
export function banner({ version, baseUrl, demoKey }: BannerFacts): string {
  const lines = [
    `Bellhop ${version} is listening.`,
    '',
    `  Docs       ${baseUrl}/docs`,
    `  Guide      ${baseUrl}/docs/guide`,
  ];
  if (demoKey !== undefined) {
    lines.push(
      `  Demo key   ${demoKey}`,
      '',
      '  Try it:',
      `  curl -H "Authorization: Bearer ${demoKey}" ${baseUrl}/v1/project`,
    );
  }
  return `\n${lines.join('\n')}\n`;
}

import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type MouseEvent, useEffect, useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { copyText } from './copy-text.ts';
import { Icon } from './icons.tsx';
import { uiTexts } from './texts.ts';

const SAID_FOR_MS = 2000;

/** `what` is said to screen readers: "Copy: signing secret". */
export function CopyButton({ value, what, withLabel = false }: { value: string; what: string; withLabel?: boolean }) {
  const t = useTexts(uiTexts);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const icon = <Icon name={copied ? 'check' : 'copy'} size={16} />;
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => setCopied(await copyText(value, currentTarget));
  if (withLabel) {
    return (
      <Button variant="default" leftSection={icon} onClick={copy} aria-label={`${t.copy}: ${what}`}>
        {copied ? t.copied : t.copy}
      </Button>
    );
  }
  return (
    <Tooltip label={copied ? t.copied : t.copy}>
      <ActionIcon size="md" style={{ verticalAlign: 'middle' }} aria-label={`${t.copy}: ${what}`} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
